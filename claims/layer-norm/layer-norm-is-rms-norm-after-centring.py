"""Compare LayerNorm with RMSNorm of the centred input, with gain and with eps near the variance."""

import numpy as np

from refutable import close, mutant


def check(layer_norm, rms_norm, centre):
    rng = np.random.default_rng(5)
    x, gain = rng.normal(5, 3, size=(3, 16)), rng.normal(1, 0.5, size=16)
    for eps in (0.0, 4.0):
        expected = layer_norm(x, gain, eps=eps)
        close(f"RMSNorm(centre(x)) against LN(x), eps {eps}", rms_norm(centre(x), gain, eps=eps), expected, atol=1e-13)
        mean_zero = x - x.mean(axis=-1, keepdims=True)
        close(f"RMSNorm against LN on mean zero, eps {eps}", rms_norm(mean_zero, gain, eps=eps), expected, atol=1e-13)
    ones_and_nine = np.array([1.0] * 7 + [9.0])  # mean square 11
    close("seven ones and a nine, eps 5", rms_norm(ones_and_nine, np.ones(8), eps=5.0), ones_and_nine / 4, atol=1e-15)


@mutant("centre")
def median_removed(x):
    """Subtracts the median instead of the mean."""
    return x - np.median(x, axis=-1, keepdims=True)


@mutant("centre")
def mean_over_tokens(x):
    """Subtracts the mean over the tokens of each feature."""
    return x - x.mean(axis=0)


@mutant("rms_norm")
def unit_length(x, gain=None, eps=1e-5):
    """Divides by the length, not by the root mean square."""
    return x / np.sqrt((x**2).sum(axis=-1, keepdims=True) + eps) * gain


@mutant("rms_norm")
def epsilon_outside_the_root(x, gain=None, eps=1e-5):
    """Adds eps to the root mean square, as the authors' own code does."""
    return x / (np.sqrt((x**2).mean(axis=-1, keepdims=True)) + eps) * gain


@mutant("layer_norm")
def sample_variance(x, gain=None, bias=None, eps=1e-5):
    """Uses the variance with d - 1."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, ddof=1, keepdims=True) + eps) * gain


@mutant("layer_norm")
def no_centring(x, gain=None, bias=None, eps=1e-5):
    """Forgets to subtract the mean."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps) * gain
