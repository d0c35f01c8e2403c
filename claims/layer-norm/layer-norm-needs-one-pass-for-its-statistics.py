"""Normalize with the statistics of a one-pass loop, also far from zero, and compare with LayerNorm."""

import numpy as np

from refutable import close, mutant


def one_pass(token):
    mean, squares = 0.0, 0.0
    for count, value in enumerate(token, start=1):
        delta = value - mean
        mean += delta / count
        squares += delta * (value - mean)
    return mean, squares / len(token)


def check(layer_norm):
    rng = np.random.default_rng(19)
    for centre in (0.0, 5.0, 1e4):
        x = rng.normal(centre, 3, size=(3, 16))
        expected = [(token - mean) / np.sqrt(variance + 0.5) for token in x for mean, variance in [one_pass(token)]]
        close(f"LN against one pass, mean {centre:g}", layer_norm(x, eps=0.5), np.stack(expected), atol=1e-10)


@mutant("layer_norm")
def sample_variance(x, gain=None, bias=None, eps=1e-5):
    """Divides the sum of squares by d - 1."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, ddof=1, keepdims=True) + eps)


@mutant("layer_norm")
def difference_of_moments(x, gain=None, bias=None, eps=1e-5):
    """Gets the variance in one pass as E[x^2] - E[x]^2 in float32, which loses it far from zero."""
    z = x.astype(np.float32)
    mean, square = z.mean(axis=-1, keepdims=True), (z**2).mean(axis=-1, keepdims=True)
    return (x - mean) / np.sqrt(np.maximum(square - mean**2, 0) + eps)


@mutant("layer_norm")
def no_centring(x, gain=None, bias=None, eps=1e-5):
    """Forgets to subtract the mean."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def epsilon_outside_the_root(x, gain=None, bias=None, eps=1e-5):
    """Adds eps to the standard deviation."""
    return (x - x.mean(axis=-1, keepdims=True)) / (x.std(axis=-1, keepdims=True) + eps)
