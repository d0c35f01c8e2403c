"""Permute tokens and features, with and without gain and bias."""

import numpy as np

from refutable import above, close, mutant


def check(layer_norm):
    rng = np.random.default_rng(12)
    x, gain, bias = rng.normal(5, 3, size=(6, 16)), np.linspace(0.5, 2, 16), rng.normal(size=16)
    p, q = rng.permutation(16), rng.permutation(6)
    y = layer_norm(x, gain, bias, eps=1.0)
    close("tokens permuted", layer_norm(x[q], gain, bias, eps=1.0), y[q], atol=1e-13)
    close("features, gain and bias permuted", layer_norm(x[:, p], gain[p], bias[p], eps=1.0), y[:, p], atol=1e-13)
    close("features permuted, no affine", layer_norm(x[:, p], eps=1.0), layer_norm(x, eps=1.0)[:, p], atol=1e-13)
    left = layer_norm(x[:, p], gain, bias, eps=1.0)
    above("features permuted, gain and bias left in place", np.abs(left - y[:, p]).max(), 0.5)
    z = (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + 1)
    close("the outputs themselves", y, z * gain + bias, atol=1e-13)


@mutant("layer_norm")
def two_groups(x, gain=1.0, bias=0.0, eps=1e-5):
    """Normalizes each half of the features alone, as group normalization with two groups does."""
    halves = np.split(x, 2, axis=-1)
    return np.concatenate([(h - h.mean(axis=-1, keepdims=True)) / np.sqrt(h.var(axis=-1, keepdims=True) + eps)
                           for h in halves], axis=-1) * gain + bias


@mutant("layer_norm")
def running_mean_subtracted(x, gain=1.0, bias=0.0, eps=1e-5):
    """Subtracts the running mean of the features so far."""
    mean = x.cumsum(axis=-1) / np.arange(1, x.shape[-1] + 1)
    return (x - mean) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) * gain + bias


@mutant("layer_norm")
def one_gain_for_all(x, gain=1.0, bias=0.0, eps=1e-5):
    """Uses the averages of gain and bias, so that their order is lost."""
    y = (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    return y * np.mean(gain) + np.mean(bias)


@mutant("layer_norm")
def previous_token_subtracted(x, gain=1.0, bias=0.0, eps=1e-5):
    """Subtracts the mean of the previous token."""
    mean = x.mean(axis=-1, keepdims=True)
    mean = np.roll(mean, 1, axis=0) if x.ndim > 1 else mean
    return (x - mean) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) * gain + bias


@mutant("layer_norm")
def centre_only(x, gain=1.0, bias=0.0, eps=1e-5):
    """Forgets to divide by the standard deviation."""
    return (x - x.mean(axis=-1, keepdims=True)) * gain + bias
