"""Compare LayerNorm with the sample deviation at widths 6 and 1024."""

import numpy as np

from refutable import close, mutant


def check(layer_norm):
    rng = np.random.default_rng(9)
    for n, factor in ((6, 0.91287), (1024, 0.99951)):
        x = rng.normal(5, 3, size=(3, n))
        y = layer_norm(x, eps=0.0)
        sample = (x - x.mean(axis=-1, keepdims=True)) / x.std(axis=-1, ddof=1, keepdims=True)
        close(f"output with n - 1 over LN, n = {n}", sample / y, np.full_like(x, factor), atol=1e-5)
        close(f"sum of squares over n, n = {n}", (y**2).sum(axis=-1) / n, np.ones(3), atol=1e-12)


@mutant("layer_norm", belief=True)
def sample_variance(x, gain=None, bias=None, eps=1e-5):
    """Divides the sum of squares by n - 1."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, ddof=1, keepdims=True) + eps)


@mutant("layer_norm")
def sum_of_squares(x, gain=None, bias=None, eps=1e-5):
    """Does not divide the sum of squares at all."""
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / np.sqrt((centred**2).sum(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def mean_absolute_deviation(x, gain=None, bias=None, eps=1e-5):
    """Divides by the mean absolute deviation."""
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / (np.abs(centred).mean(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def second_moment(x, gain=None, bias=None, eps=1e-5):
    """Divides by the root mean square of the raw input."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)
