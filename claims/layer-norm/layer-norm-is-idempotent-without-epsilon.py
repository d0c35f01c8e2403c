"""Normalize twice and three times, after one value worked out by hand."""

import numpy as np

from refutable import close, mutant


def check(layer_norm):
    x = np.random.default_rng(7).normal(5, 3, size=(3, 16))
    once = layer_norm(x, eps=0.0)
    twice = layer_norm(once, eps=0.0)
    close("LN(LN(x)) against LN(x)", twice, once, atol=1e-13)
    close("a third time", layer_norm(twice, eps=0.0), once, atol=1e-13)
    by_hand = layer_norm(np.array([[1.0] * 7 + [9.0], [11.0] * 7 + [19.0]]), eps=0.0)  # variance 7 in both
    expected = np.array([-1.0] * 7 + [7.0]) / np.sqrt(7)
    close("two tokens by hand", by_hand, np.stack([expected, expected]), atol=1e-14)


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean only; that is idempotent too, but not LayerNorm."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("layer_norm")
def no_centring(x, gain=None, bias=None, eps=1e-5):
    """Divides by the root mean square only; idempotent too, but not LayerNorm."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def sample_deviation(x, gain=None, bias=None, eps=1e-5):
    """Uses the deviation with d - 1; idempotent too, but not LayerNorm."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, ddof=1, keepdims=True) + eps)


@mutant("layer_norm")
def fixed_epsilon(x, gain=None, bias=None, eps=1e-5):
    """Uses an eps of 1e-5 whatever was asked for."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5)


@mutant("layer_norm")
def divides_by_the_variance(x, gain=None, bias=None, eps=1e-5):
    """Divides by the variance, so that a second pass scales again."""
    return (x - x.mean(axis=-1, keepdims=True)) / (x.var(axis=-1, keepdims=True) + eps)
