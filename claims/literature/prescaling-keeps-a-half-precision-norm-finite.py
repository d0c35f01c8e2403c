"""Pre-scaled LayerNorm in float64 against plain LayerNorm, and both in float16 on a large input."""

import numpy as np

from refutable import below, close, equal, mutant


def check(prescaled_layer_norm, layer_norm):
    rng = np.random.default_rng(0)
    x = -300 + 200 * rng.normal(size=(4, 16))

    def exact(z):
        return layer_norm(z, eps=0.0)

    close("pre-scaled against plain, float64", prescaled_layer_norm(x, exact), exact(x), atol=1e-10)
    seen = []
    prescaled_layer_norm(x, lambda z: seen.append(z) or z)
    below("largest square that the norm sees", np.max(seen[0] ** 2), 64 + 1e-9)
    close("largest entry that the norm sees", np.max(np.abs(seen[0])), 8.0, atol=1e-12)

    half = (x - x.mean(axis=-1, keepdims=True)).astype(np.float16)
    with np.errstate(over="ignore", invalid="ignore"):
        plain = layer_norm(half, eps=np.float16(0))
        scaled = prescaled_layer_norm(half, lambda z: layer_norm(z, eps=np.float16(0)))
    equal("plain norm in float16: rows lost to overflow", bool(np.any(np.abs(plain).max(axis=-1) == 0)), True)
    close("pre-scaled norm in float16 against float64", scaled.astype(float), exact(half.astype(float)), atol=0.02)


@mutant("prescaled_layer_norm")
def plain_norm(x, norm):
    """Forgets to scale."""
    return norm(x)


@mutant("prescaled_layer_norm")
def by_the_maximum(x, norm):
    """Divides by the largest entry and not by its absolute value."""
    return norm(x / (x.max() / 8))


@mutant("prescaled_layer_norm")
def scale_afterwards(x, norm):
    """Divides what the norm returns, when the squares have overflowed already."""
    return norm(x) / (np.abs(x).max() / 8)


@mutant("prescaled_layer_norm")
def scale_put_back(x, norm):
    """Multiplies the scale back in, as for a linear map."""
    scale = np.abs(x).max() / 8
    return scale * norm(x / scale)


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Forgets to divide, so that scaling is not undone."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("layer_norm")
def statistics_in_double(x, gain=None, bias=None, eps=1e-5):
    """Computes the statistics in double precision, as kernels do: then nothing overflows."""
    wide = x.astype(float)
    return (wide - wide.mean(axis=-1, keepdims=True)) / np.sqrt(wide.var(axis=-1, keepdims=True) + float(eps))
