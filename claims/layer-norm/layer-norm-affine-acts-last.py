"""Compare LayerNorm with gain and bias against values by hand, and the initial ones against none."""

import numpy as np

from refutable import close, mutant


def check(layer_norm):
    gain, bias = np.arange(1.0, 9.0), np.linspace(-1, 1, 8)
    x = np.array([1.0] * 7 + [9.0])  # mean 2, variance 7; with eps = 2 the root of 9
    by_hand = np.array([-1.0, -2, -3, -4, -5, -6, -7, 56]) / 3
    close("with gain and bias", layer_norm(x, gain, bias, eps=2.0), by_hand + bias, atol=1e-14)
    close("with gain only", layer_norm(x, gain, eps=2.0), by_hand, atol=1e-14)
    close("with bias only", layer_norm(x, bias=bias, eps=2.0), np.array([-1.0] * 7 + [7.0]) / 3 + bias, atol=1e-14)
    tokens = np.random.default_rng(16).normal(5, 3, size=(3, 8))
    close("gain 1 and bias 0 against none", layer_norm(tokens, np.ones(8), np.zeros(8), eps=2.0),
          layer_norm(tokens, eps=2.0), atol=1e-12)


@mutant("layer_norm")
def affine_before_the_norm(x, gain=1.0, bias=0.0, eps=1e-5):
    """Applies gain and bias before the normalization."""
    z = x * (1.0 if gain is None else gain) + bias
    return (z - z.mean(axis=-1, keepdims=True)) / np.sqrt(z.var(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def gain_around_one(x, gain=0.0, bias=0.0, eps=1e-5):
    """Multiplies by one plus the gain, as Gemma's RMSNorm does."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) * (1 + gain) + bias


@mutant("layer_norm")
def bias_before_gain(x, gain=1.0, bias=0.0, eps=1e-5):
    """Adds the bias first and multiplies it by the gain as well."""
    return ((x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) + bias) * gain


@mutant("layer_norm")
def bias_forgotten(x, gain=1.0, bias=0.0, eps=1e-5):
    """Has a scale but no shift."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) * gain


@mutant("layer_norm")
def one_gain_for_all(x, gain=1.0, bias=0.0, eps=1e-5):
    """Uses the average gain for every feature."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) * np.mean(gain) + bias
