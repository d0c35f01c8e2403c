"""Normalize tokens with means from zero to ten times their deviation."""

import numpy as np

from refutable import close, mutant


def check(rms_norm):
    x = np.random.default_rng(5).normal([[0.0], [-5.0], [30.0]], 3, size=(3, 16))
    y, r = rms_norm(x, eps=0.0), np.sqrt((x**2).mean(axis=-1))
    close("mean square of the output", (y**2).mean(axis=-1), np.ones(3), atol=1e-13)
    close("mean of the output against mu / r", y.mean(axis=-1), x.mean(axis=-1) / r, atol=1e-13)
    close("variance of the output", y.var(axis=-1), 1 - (x.mean(axis=-1) / r) ** 2, atol=1e-13)


@mutant("rms_norm", belief=True)
def deviation_of_centred_input(x, gain=None, eps=1e-5):
    """Takes the standard deviation for the root mean square, which is right only for mean zero."""
    return x / np.sqrt(x.var(axis=-1, keepdims=True) + eps)


@mutant("rms_norm")
def centres_first(x, gain=None, eps=1e-5):
    """Subtracts the mean first."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)


@mutant("rms_norm")
def unit_length(x, gain=None, eps=1e-5):
    """Divides by the length, not by the root mean square."""
    return x / np.sqrt((x**2).sum(axis=-1, keepdims=True) + eps)


@mutant("rms_norm")
def mean_absolute_value(x, gain=None, eps=1e-5):
    """Divides by the mean absolute value."""
    return x / (np.abs(x).mean(axis=-1, keepdims=True) + eps)


@mutant("rms_norm")
def centred_then_restored(x, gain=None, eps=1e-5):
    """Normalizes the centred token and adds the old mean again."""
    mean = x.mean(axis=-1, keepdims=True)
    return (x - mean) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) + mean
