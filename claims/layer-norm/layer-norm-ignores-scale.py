"""Scale every token by a factor of its own, and compare one output with values worked out by hand."""

import numpy as np

from refutable import close, mutant


def check(layer_norm):
    x = np.random.default_rng(0).normal(5, 3, size=(3, 16))
    a = np.array([[0.01], [7.0], [1000.0]])
    close("LN(a x) against LN(x)", layer_norm(a * x, eps=0.0), layer_norm(x, eps=0.0), atol=1e-12)
    close("LN(-a x) against -LN(x)", layer_norm(-a * x, eps=0.0), -layer_norm(x, eps=0.0), atol=1e-12)
    # mean 2, variance (7 * 1 + 49) / 8 = 7
    by_hand = layer_norm(np.array([1.0] * 7 + [9.0]), eps=0.0)
    close("LN of seven ones and a nine", by_hand, np.array([-1.0] * 7 + [7.0]) / np.sqrt(7), atol=1e-14)


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("layer_norm")
def divides_by_the_variance(x, gain=None, bias=None, eps=1e-5):
    """Divides by the variance, so that the output falls with the scale."""
    return (x - x.mean(axis=-1, keepdims=True)) / (x.var(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def fixed_epsilon(x, gain=None, bias=None, eps=1e-5):
    """Uses an eps of 1e-5 whatever was asked for."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5)


@mutant("layer_norm")
def divides_by_the_largest(x, gain=None, bias=None, eps=1e-5):
    """Divides by the largest deviation, which ignores the scale as well but is another function."""
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / (np.abs(centred).max(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def one_deviation_for_the_batch(x, gain=None, bias=None, eps=1e-5):
    """Divides all rows by the standard deviation of the whole array."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var() + eps)
