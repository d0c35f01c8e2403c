"""Apply LayerNorm twice with gain and bias, then twice without affine but with a large eps."""

import numpy as np

from refutable import below, close, mutant


def check(layer_norm):
    rng = np.random.default_rng(8)
    x, gain, bias = rng.normal(5, 3, size=(3, 16)), np.linspace(0.5, 2, 16), rng.normal(size=16)
    once = layer_norm(x, gain, bias, eps=0.0)
    z = (x - x.mean(axis=-1, keepdims=True)) / x.std(axis=-1, keepdims=True) * gain + bias
    close("first pass", once, z, atol=1e-12)
    again = (z - z.mean(axis=-1, keepdims=True)) / z.std(axis=-1, keepdims=True) * gain + bias
    twice = layer_norm(once, gain, bias, eps=0.0)
    close("second pass", twice, again, atol=1e-12)
    cosine = (twice * once).sum(axis=-1) / np.linalg.norm(twice, axis=-1) / np.linalg.norm(once, axis=-1)
    below("cosine between the two outputs", cosine, 0.99)
    bare = layer_norm(x, eps=3.0)
    first = x.var(axis=-1) / (x.var(axis=-1) + 3)
    close("variance after one pass, eps 3", bare.var(axis=-1), first, atol=1e-13)
    close("variance after two passes, eps 3", layer_norm(bare, eps=3.0).var(axis=-1), first / (first + 3), atol=1e-13)
    small = layer_norm(0.1 * (x - x.mean(axis=-1, keepdims=True)) / x.std(axis=-1, keepdims=True), eps=0.01)
    close("variance 0.01, eps 0.01: after one pass", small.var(axis=-1), 0.5, atol=1e-12)
    close("variance 0.01, eps 0.01: after two", layer_norm(small, eps=0.01).var(axis=-1), 0.5 / 0.51, atol=1e-12)


def observe(x, layer_norm):
    gain = np.arange(1.0, len(x) + 1)
    once = layer_norm(x, gain)
    return layer_norm(once, gain) - once


@mutant("layer_norm", belief=True)
def without_affine(x, gain=None, bias=None, eps=1e-5):
    """Ignores gain and bias, so that a second pass finds nothing left to do."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def epsilon_ignored(x, gain=1.0, bias=0.0, eps=1e-5):
    """Divides by the standard deviation alone."""
    return (x - x.mean(axis=-1, keepdims=True)) / x.std(axis=-1, keepdims=True) * gain + bias


@mutant("layer_norm")
def one_gain_for_all(x, gain=1.0, bias=0.0, eps=1e-5):
    """Uses the average gain for every feature."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) * np.mean(gain) + bias


@mutant("layer_norm")
def affine_before_the_norm(x, gain=1.0, bias=0.0, eps=1e-5):
    """Applies gain and bias before the normalization."""
    z = x * gain + bias
    return (z - z.mean(axis=-1, keepdims=True)) / np.sqrt(z.var(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def skips_what_is_normalized(x, gain=1.0, bias=0.0, eps=1e-5):
    """Returns a token untouched when its variance is already below 3."""
    z = (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) * gain + bias
    return np.where(x.var(axis=-1, keepdims=True) < 3, x, z)


@mutant("layer_norm")
def only_shrinks(x, gain=1.0, bias=0.0, eps=1e-5):
    """Believes that a norm can shorten a token and never lengthen it."""
    root = np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    return (x - x.mean(axis=-1, keepdims=True)) / np.maximum(1, root) * gain + bias
