"""Shift tokens far from zero and compare PyTorch's LayerNorm, and the one-pass formula, with float64."""

import numpy as np

from refutable import above, below, mutant


def check(torch_norm, fast_variance):
    noise = np.random.default_rng(0).normal(size=(64, 32))
    for mean, limit in ((0, 1e-5), (100, 1e-4), (1e4, 1e-2)):
        x = (noise + mean).astype(np.float32)
        exact = x.astype(float) - x.astype(float).mean(axis=-1, keepdims=True)
        exact = exact / np.sqrt((exact**2).mean(axis=-1, keepdims=True) + 1e-6)
        y = torch_norm("LayerNorm", x, "float32", eps=1e-6)
        below(f"error of PyTorch, mean {mean:g}", np.abs(y - exact).max(), limit)
    centred = x - x.mean(axis=-1, keepdims=True)
    one_pass = centred / np.sqrt(fast_variance(x)[:, None] + np.float32(1e-6))
    above("error of one pass, mean 10000", np.abs(one_pass - exact).max(), 100)


@mutant("torch_norm")
def one_pass(kind, x, dtype, gain=None, eps=1e-5):
    """Takes E[x²] − E[x]², as Flax does by default."""
    x = np.asarray(x, np.float32)
    mean = x.mean(axis=-1, keepdims=True)
    return (x - mean) / np.sqrt(np.maximum(0, (x * x).mean(axis=-1, keepdims=True) - mean * mean) + eps)


@mutant("torch_norm")
def mean_in_half(kind, x, dtype, gain=None, eps=1e-5):
    """Rounds the mean to float16."""
    z = x - x.mean(axis=-1, keepdims=True).astype(np.float16).astype(np.float32)
    return z / np.sqrt((z * z).mean(axis=-1, keepdims=True) + eps)


@mutant("torch_norm")
def root_mean_square(kind, x, dtype, gain=None, eps=1e-5):
    """Does not subtract the mean."""
    return x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + eps)


@mutant("fast_variance")
def two_passes(x):
    """Subtracts the mean before it squares."""
    return x.var(axis=-1)


@mutant("fast_variance")
def in_double(x):
    """Takes the fast formula in float64."""
    x = x.astype(float)
    return np.maximum(0, (x * x).mean(axis=-1) - x.mean(axis=-1) ** 2)
