"""Rebuild torch.nn.LayerNorm from torch.var with and without the correction."""

import numpy as np

from refutable import close, mutant


def check(torch_norm, torch_call):
    x = np.random.default_rng(0).normal(5, 3, size=(4, 16))
    total = ((x - x.mean(axis=-1, keepdims=True)) ** 2).sum(axis=-1)
    close("torch.var", torch_call("var", x, dim=-1), total / 15, atol=1e-12)
    close("torch.std", torch_call("std", x, dim=-1), np.sqrt(total / 15), atol=1e-12)
    close("torch.var, correction=0", torch_call("var", x, dim=-1, correction=0), total / 16, atol=1e-12)
    y = torch_norm("LayerNorm", x, "float64", eps=0.0)
    close("mean square of LayerNorm", (y**2).mean(axis=-1), 1.0, atol=1e-12)
    by_hand = (x - x.mean(axis=-1, keepdims=True)) / torch_call("std", x, dim=-1)[:, None]
    close("by hand with torch.std, over LayerNorm", by_hand / y, np.sqrt(15 / 16), atol=1e-12)


@mutant("torch_norm")
def unbiased(kind, x, dtype, gain=None, eps=1e-5):
    """Divides by n - 1 in LayerNorm too."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True, ddof=1) + eps)


@mutant("torch_call")
def as_numpy(name, *arrays, dtype="float64", dim=-1, correction=0):
    """Divides by n by default, as NumPy does."""
    return getattr(np, name)(arrays[0], axis=dim, ddof=correction)


@mutant("torch_call")
def deaf(name, *arrays, dtype="float64", dim=-1, correction=1):
    """Divides by n - 1 whatever it is told."""
    return getattr(np, name)(arrays[0], axis=dim, ddof=1)


@mutant("torch_call")
def variance_alone(name, *arrays, dtype="float64", dim=-1, correction=1):
    """Corrects the variance and not the deviation."""
    return getattr(np, name)(arrays[0], axis=dim, ddof=correction if name == "var" else 0)


@mutant("torch_norm")
def root_mean_square(kind, x, dtype, gain=None, eps=1e-5):
    """Does not subtract the mean."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)
