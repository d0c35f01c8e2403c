"""Normalize rows with the mean square accumulated in bfloat16 and in float64."""

import numpy as np

from refutable import close, equal, mutant


def check(rounded_sum, to_bfloat16, rms_norm):
    x = np.random.default_rng(1).choice([-1.0, 1.0], size=(3, 1024))
    total = rounded_sum(x**2, to_bfloat16)
    equal("sum of 1024 ones in bfloat16", total.tolist(), [256.0] * 3)
    equal("the same in float64", rounded_sum(x**2, lambda z: z).tolist(), [1024.0] * 3)
    close("RMSNorm with that sum", x / np.sqrt(total / 1024)[:, None], 2 * rms_norm(x, eps=0.0))
    equal("sum of 1024 halves", rounded_sum(np.full((1, 1024), 0.5), to_bfloat16).tolist(), [128.0])
    equal("before it stalls: sum of 100 ones", rounded_sum(x[:, :100] ** 2, to_bfloat16).tolist(), [100.0] * 3)
    mixed = np.random.default_rng(2).normal(3, 2, size=(4, 256))
    close("float64 sum of uneven rows", rounded_sum(mixed, lambda z: z), mixed.sum(axis=-1))
    equal("a single term", rounded_sum(np.array([[3.0]]), to_bfloat16).tolist(), [3.0])
    equal("a row that starts with nothing", rounded_sum(np.array([[0.0, 1.0]]), to_bfloat16).tolist(), [1.0])


@mutant("rounded_sum")
def rounds_at_the_end(x, cast):
    """Sums exactly and rounds once."""
    return cast(x.sum(axis=-1))


@mutant("rounded_sum")
def pairwise(x, cast):
    """Adds halves to each other, as NumPy does for long rows."""
    while x.shape[-1] > 1 and x.shape[-1] % 2 == 0:
        half = x.shape[-1] // 2
        x = cast(x[..., :half] + x[..., half:])
    return cast(x.sum(axis=-1))


@mutant("rounded_sum")
def rounds_the_terms(x, cast):
    """Rounds the terms and adds them exactly."""
    return cast(x).sum(axis=-1)


@mutant("rounded_sum")
def compensated(x, cast):
    """Carries what was lost to the next term, as Kahan does."""
    total, lost = 0 * x[..., 0], 0.0
    for j in range(x.shape[-1]):
        term = x[..., j] + lost
        new = cast(total + term)
        total, lost = new, term - (new - total)
    return total


@mutant("to_bfloat16")
def half(x):
    """Is float16, whose 11 bits count to 2048."""
    return np.asarray(x).astype(np.float16).astype(float)


@mutant("rms_norm")
def sum_for_mean(x, gain=None, eps=1e-5):
    """Divides by the root of the sum of squares."""
    return x / np.sqrt((x**2).sum(axis=-1, keepdims=True))
