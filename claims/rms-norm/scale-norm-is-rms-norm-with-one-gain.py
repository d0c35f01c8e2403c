"""Compare ScaleNorm with RMSNorm for several lengths, and with the clamp in action."""

import numpy as np

from refutable import close, mutant


def check(scale_norm, rms_norm):
    x = np.random.default_rng(10).normal(5, 3, size=(2, 3, 16))
    close("initial length", scale_norm(x, eps=0.0), rms_norm(x, eps=0.0), atol=1e-13)
    for g in (1.0, 10.0):
        y = scale_norm(x, g, eps=0.0)
        close(f"g = {g}", y, g / 4 * rms_norm(x, eps=0.0), atol=1e-13)
        close(f"length of the output, g = {g}", np.linalg.norm(y, axis=-1), np.full((2, 3), g), atol=1e-13)
    tiny = np.full(16, 1e-3)  # length 4e-3, below the clamp of 1e-2
    close("clamped token", scale_norm(tiny, 1.0, eps=1e-2), tiny / 1e-2, atol=1e-15)
    close("clamped by the default, length 4e-6", scale_norm(np.full(16, 1e-6), 1.0), np.full(16, 0.1), atol=1e-15)


@mutant("scale_norm")
def root_mean_square(x, gain=None, eps=1e-5):
    """Divides by the root mean square, so that the length is not g."""
    return (4.0 if gain is None else gain) * x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("scale_norm")
def centres_first(x, gain=None, eps=1e-5):
    """Subtracts the mean first."""
    centred = x - x.mean(axis=-1, keepdims=True)
    return (4.0 if gain is None else gain) * centred / np.maximum(np.linalg.norm(centred, axis=-1, keepdims=True), eps)


@mutant("scale_norm")
def starts_at_one(x, gain=None, eps=1e-5):
    """Starts with the length 1."""
    return (1.0 if gain is None else gain) * x / np.maximum(np.linalg.norm(x, axis=-1, keepdims=True), eps)


@mutant("scale_norm")
def epsilon_added(x, gain=None, eps=1e-5):
    """Adds eps to the length instead of clamping."""
    return (4.0 if gain is None else gain) * x / (np.linalg.norm(x, axis=-1, keepdims=True) + eps)


@mutant("rms_norm")
def unit_length(x, gain=None, eps=1e-5):
    """Divides by the length, not by the root mean square."""
    return x / np.sqrt((x**2).sum(axis=-1, keepdims=True) + eps)
