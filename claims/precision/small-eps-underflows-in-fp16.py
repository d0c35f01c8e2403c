"""Round epsilons to float16 and normalize constant and ordinary rows with them."""

import numpy as np

from refutable import close, equal, mutant


def check(layer_norm):
    kept = {eps: float(np.float16(eps)) for eps in (1e-12, 1e-8, 2.9e-8, 3e-8, 1e-6, 1e-5)}
    lost = [eps for eps, rounded in kept.items() if rounded == 0]
    equal("epsilons that are 0 in float16", lost, [1e-12, 1e-8, 2.9e-8])
    close("1e-6 in float16", kept[1e-6], 1e-6, atol=2e-8)
    constant = np.full((2, 16), 3, dtype=np.float16)
    with np.errstate(invalid="ignore"):
        for eps in (1e-12, 1e-8):
            equal(f"constant row, eps {eps}: is it NaN?", bool(np.isnan(layer_norm(constant, eps=eps)).all()), True)
    for eps in (1e-6, 1e-5):
        close(f"constant row, eps {eps}", layer_norm(constant, eps=eps), 0.0)
    close("constant row in float32, eps 1e-12", layer_norm(constant.astype(np.float32), eps=1e-12), 0.0)
    small = np.tile(np.float16([1e-3, -1e-3]), (2, 8))
    close("row of deviation 1e-3, eps 1e-6", layer_norm(small, eps=1e-6), np.sign(small) * np.sqrt(0.5), atol=0.02)


def observe(a, layer_norm):  # share of NaN in the output for a constant float16 row of the number a, eps 1e-12
    return np.isnan(layer_norm(np.full(4, a, dtype=np.float16), eps=1e-12)).mean()


@mutant("layer_norm", belief=True)
def upcasts(x, gain=None, bias=None, eps=1e-5):
    """Believes that eps survives: computes in float64 whatever the input is."""
    z = x.astype(float)
    return (z - z.mean(axis=-1, keepdims=True)) / np.sqrt(z.var(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def smallest_eps(x, gain=None, bias=None, eps=1e-5):
    """Replaces an eps that underflows by the smallest positive number."""
    z = x - x.mean(axis=-1, keepdims=True)
    return z / np.sqrt((z**2).mean(axis=-1, keepdims=True) + max(eps, 6e-8))


@mutant("layer_norm")
def nan_to_zero(x, gain=None, bias=None, eps=1e-5):
    """Replaces NaN by 0."""
    z = x - x.mean(axis=-1, keepdims=True)
    return np.nan_to_num(z / np.sqrt((z**2).mean(axis=-1, keepdims=True) + eps))


@mutant("layer_norm")
def no_eps(x, gain=None, bias=None, eps=1e-5):
    """Forgets eps."""
    z = x - x.mean(axis=-1, keepdims=True)
    with np.errstate(invalid="ignore"):
        return z / np.sqrt((z**2).mean(axis=-1, keepdims=True))


@mutant("layer_norm")
def eps_outside(x, gain=None, bias=None, eps=1e-5):
    """Adds eps to the deviation, outside the root."""
    z = x - x.mean(axis=-1, keepdims=True)
    return z / (np.sqrt((z**2).mean(axis=-1, keepdims=True)) + eps)
