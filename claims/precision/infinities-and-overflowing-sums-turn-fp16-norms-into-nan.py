"""Normalize rows with infinities, with sums that overflow and with squares that overflow, in float16 and in float32."""

import numpy as np

from refutable import close, equal, mutant


def in_half(x, rounded_sum, eps=1e-5):  # LayerNorm with every step in float16
    d = np.float16(x.shape[-1])
    z = x - (rounded_sum(x, np.float16) / d)[..., None]
    return z / np.sqrt((rounded_sum(z**2, np.float16) / d)[..., None] + np.float16(eps))


def check(layer_norm, rms_norm, rounded_sum):
    with np.errstate(over="ignore", invalid="ignore"):
        for kind in (np.float16, np.float32):
            x = np.array([[np.inf, 1, 2, 3], [5, 1, -np.inf, 3], [5, 1, 2, 3]], dtype=kind)
            where = np.isnan(rms_norm(x, eps=1e-5)).tolist()
            equal(f"RMSNorm in {kind.__name__}: NaN where the infinity was", where, np.isinf(x).tolist())
            close(f"RMSNorm in {kind.__name__}: the other entries", rms_norm(x, eps=1e-5)[0, 1:], np.zeros(3))
            where = np.isnan(layer_norm(x, eps=1e-5)).tolist()
            equal(f"LayerNorm in {kind.__name__}: the whole row", where, [[True] * 4, [True] * 4, [False] * 4])
        same = np.full((1, 8), 20000, dtype=np.float16)
        late = np.float16([[20000] * 4 + [-20000] * 4])  # 80000 after four terms, 0 after eight
        early = np.float16([[0.25, -0.25] * 4])
        equal("mean summed in float16: share of NaN, eight 20000s", np.isnan(in_half(same, rounded_sum)).mean(), 1.0)
        equal("four 20000s before four -20000s", np.isnan(in_half(late, rounded_sum)).mean(), 1.0)
        close("a row whose sums stay small", in_half(early, rounded_sum), 4 * early, atol=2e-3)
        spike = np.float16([[1, 2, 1000, 3, 4, 5, 6, 7], [0, 1, 2, 3, 0, 0, 0, 300]])  # squares overflow, sums do not
        wide = np.float16([[60000] + [-14880] * 7])  # 60000 less the mean, -5520, is more than float16 holds
        equal("the difference from the mean overflows: NaN", np.isnan(in_half(wide, rounded_sum)).sum(), 1)
        equal("squares overflow, LayerNorm", in_half(spike, rounded_sum).tolist(), np.zeros((2, 8)).tolist())
    close("eight 20000s in float32", layer_norm(same.astype(np.float32), eps=1e-5), np.zeros((1, 8)))
    close("four and four in float32", layer_norm(late.astype(np.float32), eps=1e-5), np.sign(late), atol=1e-6)


@mutant("rms_norm")
def spreads(x, gain=None, eps=1e-5):
    """Turns the whole row into NaN."""
    y = x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)
    return np.where(np.isnan(y).any(axis=-1, keepdims=True), np.nan, y)


@mutant("rms_norm")
def clips(x, gain=None, eps=1e-5):
    """Clips infinities to the largest number of the type."""
    z = np.clip(x, np.finfo(x.dtype).min, np.finfo(x.dtype).max).astype(np.float64)
    return z / np.sqrt((z**2).mean(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def skips_infinities(x, gain=None, bias=None, eps=1e-5):
    """Takes mean and variance over the finite entries only."""
    finite = np.where(np.isfinite(x), x, np.nan)
    mean = np.nanmean(finite, axis=-1, keepdims=True)
    return (x - mean) / np.sqrt(np.nanvar(finite, axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def forgets_the_mean(x, gain=None, bias=None, eps=1e-5):
    """Is RMSNorm, where only the infinite entry is NaN."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def nan_to_zero(x, gain=None, bias=None, eps=1e-5):
    """Replaces NaN by 0."""
    z = x - x.mean(axis=-1, keepdims=True)
    return np.nan_to_num(z / np.sqrt((z**2).mean(axis=-1, keepdims=True) + eps))


@mutant("rounded_sum")
def accumulates_in_float32(x, cast):
    """Carries the sum in float32, as kernels do, and hands it over unrounded."""
    return x.astype(np.float32).sum(axis=-1)


@mutant("rounded_sum")
def rounds_at_the_end(x, cast):
    """Adds exactly and rounds once, so that a sum that comes back does not overflow on the way."""
    return cast(x.astype(np.float64).sum(axis=-1))
