"""Work the pair (3, 4), and ten times the pair, out by hand for both norms."""

import numpy as np

from refutable import close, mutant


def check(rms_norm, layer_norm):
    pairs = np.array([[3.0, 4.0], [30.0, 40.0]])
    rms = rms_norm(pairs, eps=0.0)
    close("RMSNorm of (3, 4) and (30, 40), four digits", rms, np.array([[0.8485, 1.1314]] * 2), atol=5e-5)
    close("square of RMSNorm", rms**2, np.array([[9, 16]] * 2) / 12.5, atol=1e-14)
    close("RMSNorm of (3, 4) with eps 3.5", rms_norm(pairs, eps=3.5)[0], pairs[0] / 4, atol=1e-15)
    close("LN of (3, 4) and (30, 40)", layer_norm(pairs, eps=0.0), np.array([[-1.0, 1.0]] * 2), atol=1e-14)


@mutant("rms_norm")
def unit_length(x, gain=None, eps=1e-5):
    """Divides by the length 5: (0.6, 0.8)."""
    return x / np.sqrt((x**2).sum(axis=-1, keepdims=True) + eps)


@mutant("rms_norm")
def mean_instead_of_mean_square(x, gain=None, eps=1e-5):
    """Divides by the mean 3.5."""
    return x / (x.mean(axis=-1, keepdims=True) + eps)


@mutant("rms_norm")
def epsilon_outside_the_root(x, gain=None, eps=1e-5):
    """Adds eps to the root mean square."""
    return x / (np.sqrt((x**2).mean(axis=-1, keepdims=True)) + eps)


@mutant("layer_norm")
def sample_deviation(x, gain=None, bias=None, eps=1e-5):
    """Uses the deviation with d - 1: (-0.71, 0.71)."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, ddof=1, keepdims=True) + eps)


@mutant("layer_norm")
def no_centring(x, gain=None, bias=None, eps=1e-5):
    """Is RMSNorm."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)
