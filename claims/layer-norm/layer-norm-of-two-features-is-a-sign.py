"""Normalize pairs by hand, without and with eps."""

import numpy as np

from refutable import close, mutant


def check(layer_norm):
    pairs = np.array([[3.0, 4.0], [3.0, 1.0], [1000.0, -7.0], [5.0001, 5.0]])
    close("four pairs, eps 0", layer_norm(pairs, eps=0.0), np.array([[-1.0, 1], [1, -1], [1, -1], [1, -1]]), atol=1e-10)
    # half the distance of [3, 1] is 1, so eps = 3 divides by 2
    close("LN([3, 1]) with eps 3", layer_norm(pairs[1], eps=3.0), np.array([0.5, -0.5]), atol=1e-15)


@mutant("layer_norm")
def no_centring(x, gain=None, bias=None, eps=1e-5):
    """Is RMSNorm: LN([3, 4]) becomes [0.85, 1.13]."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide: LN([3, 4]) becomes [-0.5, 0.5]."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("layer_norm")
def sample_deviation(x, gain=None, bias=None, eps=1e-5):
    """Uses the deviation with d - 1, which gives 0.707 instead of 1."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, ddof=1, keepdims=True) + eps)


@mutant("layer_norm")
def statistics_of_the_batch(x, gain=None, bias=None, eps=1e-5):
    """Takes mean and variance of the whole array, as a mean without axis does."""
    return (x - x.mean()) / np.sqrt(x.var() + eps)


@mutant("layer_norm")
def epsilon_outside_the_root(x, gain=None, bias=None, eps=1e-5):
    """Adds eps to the standard deviation."""
    return (x - x.mean(axis=-1, keepdims=True)) / (x.std(axis=-1, keepdims=True) + eps)
