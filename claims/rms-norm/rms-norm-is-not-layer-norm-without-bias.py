"""Build RMSNorm from LayerNorm and the mean, and compare tokens with and without a mean."""

import numpy as np

from refutable import above, close, mutant


def check(rms_norm, layer_norm):
    x = np.random.default_rng(4).normal([[-4.0], [3.0], [20.0]], 3, size=(3, 16))
    mean = x.mean(axis=-1, keepdims=True)
    for eps in (0.0, 5.0):
        s = np.sqrt(x.var(axis=-1, keepdims=True) + eps)
        built = (s * layer_norm(x, eps=eps) + mean) / np.sqrt(s**2 + mean**2)
        close(f"RMSNorm from LN and mean, eps {eps}", rms_norm(x, eps=eps), built, atol=1e-13)
        close(f"on mean zero, eps {eps}", rms_norm(x - mean, eps=eps), layer_norm(x - mean, eps=eps), atol=1e-12)
    distance = np.abs(rms_norm(x, eps=0.0) - layer_norm(x, eps=0.0)).max(axis=-1)
    above("distance for each token with a mean", distance, 0.2)


@mutant("rms_norm", belief=True)
def layer_norm_without_bias(x, gain=None, eps=1e-5):
    """Subtracts the mean and only leaves out the bias."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)


@mutant("rms_norm")
def divides_by_the_deviation(x, gain=None, eps=1e-5):
    """Divides by the standard deviation, without subtracting the mean."""
    return x / np.sqrt(x.var(axis=-1, keepdims=True) + eps)


@mutant("rms_norm")
def epsilon_outside_the_root(x, gain=None, eps=1e-5):
    """Adds eps to the root mean square."""
    return x / (np.sqrt((x**2).mean(axis=-1, keepdims=True)) + eps)


@mutant("layer_norm")
def no_centring(x, gain=None, bias=None, eps=1e-5):
    """Is RMSNorm."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def sample_variance(x, gain=None, bias=None, eps=1e-5):
    """Uses the variance with d - 1."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, ddof=1, keepdims=True) + eps)
