"""Perturb the last token of a block that leaks on purpose, with a constant, a factor and noise."""

import numpy as np

from refutable import above, close, mutant


def leaky_block(x, layer_norm):
    """Pre-norm block whose branch averages over all positions, later ones included."""
    return x + layer_norm(x, eps=1e-5).mean(axis=0)


def check(layer_norm):
    rng = np.random.default_rng(14)
    x, last = rng.normal(5, 3, size=(4, 16)), np.arange(4)[:, None] == 3
    noisy = x + last * rng.normal(0, 3, size=16)
    before = leaky_block(x, layer_norm)
    close("earlier outputs, later token shifted", leaky_block(x + 7 * last, layer_norm)[:3], before[:3], atol=1e-12)
    close("earlier outputs, later token doubled", leaky_block(x + last * x, layer_norm)[:3], before[:3], atol=1e-5)
    moved = leaky_block(noisy, layer_norm)[0] - before[0]
    z = [(t[3] - t[3].mean()) / np.sqrt(t[3].var() + 1e-5) for t in (noisy, x)]
    close("first output, later token noisy", moved, (z[0] - z[1]) / 4, atol=1e-12)
    above("largest change that the noise reveals", np.abs(moved).max(), 0.1)


def observe(tokens, layer_norm):
    last = np.arange(len(tokens))[:, None] == len(tokens) - 1
    return (leaky_block(tokens + 7 * last, layer_norm) - leaky_block(tokens, layer_norm))[0]


@mutant("layer_norm", belief=True)
def sees_the_shift(x, gain=None, bias=None, eps=1e-5):
    """Does not subtract the mean, so that a shift shows in what the later token contributes."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def mean_without_axis(x, gain=None, bias=None, eps=1e-5):
    """Takes mean and variance of the whole array."""
    return (x - x.mean()) / np.sqrt(x.var() + eps)


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("layer_norm")
def sample_variance(x, gain=None, bias=None, eps=1e-5):
    """Uses the variance with d - 1; blind to shifts as well, but another function."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, ddof=1, keepdims=True) + eps)


@mutant("layer_norm")
def squashed(x, gain=None, bias=None, eps=1e-5):
    """Squashes every feature alone instead of normalizing."""
    return np.tanh(0.5 * x)
