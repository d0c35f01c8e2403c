"""Put centring and bias back around RMSNorm and compare with LayerNorm."""

import numpy as np

from refutable import above, close, mutant


def check(rms_norm, layer_norm, centre):
    rng = np.random.default_rng(7)
    x, gain, bias = rng.normal(5, 3, size=(2, 3, 16)), rng.normal(1, 0.5, size=16), rng.normal(size=16)
    for eps in (1e-5, 4.0):
        full = layer_norm(x, gain, bias, eps=eps)
        close(f"RMSNorm with both put back, eps {eps}", rms_norm(centre(x), gain, eps=eps) + bias, full, atol=1e-13)
        left_out = np.abs(rms_norm(x, gain, eps=eps) + bias - full).max(axis=-1)
        above(f"RMSNorm without the centring, distance, eps {eps}", left_out, 0.2)


@mutant("centre")
def nothing_removed(x):
    """Leaves the mean in."""
    return x


@mutant("centre")
def mean_of_the_batch(x):
    """Subtracts the mean of the whole array."""
    return x - x.mean()


@mutant("rms_norm")
def unit_length(x, gain=None, eps=1e-5):
    """Divides by the length, not by the root mean square."""
    return x / np.sqrt((x**2).sum(axis=-1, keepdims=True) + eps) * gain


@mutant("rms_norm")
def partial(x, gain=None, eps=1e-5):
    """Estimates the root mean square from the first quarter of the features, as partial RMSNorm does."""
    part = x[..., : x.shape[-1] // 4]
    return x / np.sqrt((part**2).mean(axis=-1, keepdims=True) + eps) * gain


@mutant("layer_norm")
def bias_forgotten(x, gain=None, bias=None, eps=1e-5):
    """Has no bias."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) * gain


@mutant("layer_norm")
def sample_variance(x, gain=None, bias=None, eps=1e-5):
    """Uses the variance with d - 1."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, ddof=1, keepdims=True) + eps) * gain + bias
