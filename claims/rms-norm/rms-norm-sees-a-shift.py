"""Shift a token, by hand and at random, and compare RMSNorm with LayerNorm."""

import numpy as np

from refutable import above, close, mutant


def check(rms_norm, layer_norm):
    x = np.array([0.0] * 7 + [8.0])  # mean square 8; shifted by 1 it is (7 + 81) / 8 = 11
    close("RMSNorm before", rms_norm(x, eps=0.0), x / np.sqrt(8), atol=1e-14)
    close("RMSNorm after", rms_norm(x + 1, eps=0.0), (x + 1) / np.sqrt(11), atol=1e-14)
    expected = np.array([-1.0] * 7 + [7.0]) / np.sqrt(7)
    for shift in (1.0, -50.0):
        pair = layer_norm(np.stack([x, x + shift]), eps=0.0)
        close(f"LayerNorm before, and after a shift by {shift}", pair, np.stack([expected, expected]), atol=1e-13)
    tokens = np.random.default_rng(3).normal(0, 3, size=(4, 16))
    moved = np.abs(rms_norm(tokens + 5, eps=1e-5) - rms_norm(tokens, eps=1e-5)).max(axis=-1)
    above("largest change of each token shifted by 5", moved, 0.5)


def observe(x, rms_norm):  # how the output changes when 1 is added to every feature
    return rms_norm(x + 1) - rms_norm(x)


@mutant("rms_norm", belief=True)
def centres_first(x, gain=None, eps=1e-5):
    """Is LayerNorm without bias."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)


@mutant("rms_norm")
def divides_by_the_deviation(x, gain=None, eps=1e-5):
    """Divides by the standard deviation, without subtracting the mean."""
    return x / np.sqrt(x.var(axis=-1, keepdims=True) + eps)


@mutant("rms_norm")
def unit_length(x, gain=None, eps=1e-5):
    """Divides by the length, not by the root mean square."""
    return x / np.sqrt((x**2).sum(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def no_centring(x, gain=None, bias=None, eps=1e-5):
    """Is RMSNorm."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def raw_second_moment(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean but divides by the root mean square of the raw input."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)
