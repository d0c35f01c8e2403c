"""Fit the best affine map to LayerNorm on tokens of equal and of unequal deviation."""

import numpy as np

from refutable import above, close, mutant


def check(layer_norm):
    rng = np.random.default_rng(2)
    d = 12
    x = rng.normal(3, 1, size=(300, d)) * rng.uniform(0.2, 5, size=(300, 1))
    gain, bias = rng.normal(1, 0.4, size=d), rng.normal(0, 0.4, size=d)

    def worst_misfit(x):
        y = layer_norm(x, gain, bias, eps=1e-5)
        inputs = np.c_[x, np.ones(len(x))]
        return np.abs(inputs @ np.linalg.lstsq(inputs, y)[0] - y).max()

    above("best affine map, tokens of unequal deviation: largest misfit", worst_misfit(x), 0.5)
    centred = x - x.mean(axis=-1, keepdims=True)
    equal_deviation = 3 + 2 * centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True))
    close("best affine map, tokens of equal deviation: largest misfit", worst_misfit(equal_deviation), 0.0)
    bare = layer_norm(x, eps=1e-5)
    close("centring can be done beforehand, by a matrix", layer_norm(x @ (np.eye(d) - 1 / d), eps=1e-5), bare)
    close("gain and bias can be applied afterwards", layer_norm(x, gain, bias, eps=1e-5), bare * gain + bias)
    close("eight fives and eight nines", layer_norm(np.repeat([5.0, 9.0], 8), eps=0.0), np.repeat([-1.0, 1.0], 8))


@mutant("layer_norm", belief=True)
def frozen_deviation(x, gain=1.0, bias=0.0, eps=1e-5):
    """Divides every token by one fixed deviation, 1, which makes it a linear map."""
    return gain * (x - x.mean(axis=-1, keepdims=True)) + bias


@mutant("layer_norm")
def batch_deviation(x, gain=1.0, bias=0.0, eps=1e-5):
    """Takes one deviation for all tokens."""
    z = x - x.mean(axis=-1, keepdims=True)
    return gain * z / np.sqrt((z**2).mean() + eps) + bias


@mutant("layer_norm")
def no_centring(x, gain=1.0, bias=0.0, eps=1e-5):
    """Is an RMSNorm."""
    return gain * x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps) + bias


@mutant("layer_norm")
def affine_first(x, gain=1.0, bias=0.0, eps=1e-5):
    """Applies gain and bias before it normalizes."""
    z = gain * x + bias
    return (z - z.mean(axis=-1, keepdims=True)) / np.sqrt(z.var(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def divides_by_variance(x, gain=1.0, bias=0.0, eps=1e-5):
    """Forgets the root: divides by the variance."""
    z = x - x.mean(axis=-1, keepdims=True)
    return gain * z / ((z**2).mean(axis=-1, keepdims=True) + eps) + bias
