"""Give LayerNorm the gain 1 to 8 and a bias, and work out its outputs by hand."""

import numpy as np

from refutable import above, close, mutant


def check(layer_norm):
    gain, bias = np.arange(1.0, 9.0), np.linspace(0, 1.4, 8)
    first, last = np.array([9.0] + [1.0] * 7), np.array([11.0] * 7 + [19.0])  # means 2 and 12, variance 7 both
    y = layer_norm(np.stack([first, last]), gain, bias, eps=0.0)
    root = np.sqrt(7)
    close("output, nine first", y[0], np.array([7.0, -2, -3, -4, -5, -6, -7, -8]) / root + bias, atol=1e-13)
    close("output, nineteen last", y[1], np.array([-1.0, -2, -3, -4, -5, -6, -7, 56]) / root + bias, atol=1e-13)
    close("means", y.mean(axis=-1), np.array([-3.5, 3.5]) / root + 0.7, atol=1e-13)
    above("lengths differ by", np.ptp(np.linalg.norm(y, axis=-1)), 10.0)


def observe(x, layer_norm):
    return layer_norm(x, gain=np.arange(1.0, len(x) + 1), eps=1e-5)


@mutant("layer_norm", belief=True)
def affine_forgotten(x, gain=None, bias=None, eps=1e-5):
    """Ignores gain and bias."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def affine_before_the_norm(x, gain=None, bias=None, eps=1e-5):
    """Applies gain and bias before the normalization, which takes them out again."""
    z = x * gain + bias
    return (z - z.mean(axis=-1, keepdims=True)) / np.sqrt(z.var(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def standardised_again(x, gain=None, bias=None, eps=1e-5):
    """Standardises once more after gain and bias."""
    z = (x - x.mean(axis=-1, keepdims=True)) / x.std(axis=-1, keepdims=True) * gain + bias
    return (z - z.mean(axis=-1, keepdims=True)) / z.std(axis=-1, keepdims=True)


@mutant("layer_norm")
def one_gain_for_all(x, gain=None, bias=None, eps=1e-5):
    """Uses the average gain for every feature, so that all lengths are equal."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) * gain.mean() + bias


@mutant("layer_norm")
def bias_before_gain(x, gain=None, bias=None, eps=1e-5):
    """Adds the bias first and multiplies it by the gain as well."""
    return ((x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) + bias) * gain
