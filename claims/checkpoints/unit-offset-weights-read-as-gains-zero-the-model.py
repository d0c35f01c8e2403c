"""Exchange the stored weights of plain and (1 + w) RMSNorm, with and without the correction."""

import numpy as np

from refutable import close, mutant


def check(rms_norm, unit_offset_rms_norm):
    rng = np.random.default_rng(7)
    x, w = rng.normal(3, 2, size=(5, 16)), rng.normal(0, 0.2, size=16)
    unit = x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + 1e-6)
    close("(1 + w) with fresh w = 0", unit_offset_rms_norm(x, np.zeros(16), eps=1e-6), unit)
    close("the same w read as plain gain", rms_norm(x, np.zeros(16), eps=1e-6), 0 * x)
    close("plain gain 1 read as w", unit_offset_rms_norm(x, np.ones(16), eps=1e-6), 2 * unit)
    close("trained w plus 1, read as plain gain", rms_norm(x, w + 1, eps=1e-6), unit_offset_rms_norm(x, w, eps=1e-6))
    close("trained w, by hand", unit_offset_rms_norm(x, w, eps=1e-6), unit + w * unit)
    size = np.array([1.0, 2.0, 3.0])[:, None] + np.zeros((2, 3, 4))
    small = unit_offset_rms_norm(1e-3 * size, np.zeros(4))
    close("tokens near the root of the default eps", small, size / np.sqrt(size**2 + 1), atol=1e-12)


def observe(x, unit_offset_rms_norm):  # with a fresh weight, w = 0
    return unit_offset_rms_norm(x, np.zeros(len(x)))


@mutant("unit_offset_rms_norm", belief=True)
def plain_gain(x, weight, eps=1e-6):
    """Does not add 1."""
    return weight * x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("unit_offset_rms_norm")
def adds_one_afterwards(x, weight, eps=1e-6):
    """Adds 1 to the output and not to the weight."""
    return 1 + weight * x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("unit_offset_rms_norm")
def exponential(x, weight, eps=1e-6):
    """Stores the logarithm of the gain: nearly the same for small w."""
    return np.exp(weight) * x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("rms_norm")
def offset_everywhere(x, gain=None, eps=1e-5):
    """Adds 1 in the plain norm as well."""
    return (1 + gain) * x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("rms_norm")
def zero_means_one(x, gain=None, eps=1e-5):
    """Takes a gain of 0 for an unset one and uses 1."""
    return np.where(gain == 0, 1, gain) * x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)
