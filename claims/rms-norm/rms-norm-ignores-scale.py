"""Scale every token by a factor of its own, with eps near the mean square, and compare one value by hand."""

import numpy as np

from refutable import close, mutant


def check(rms_norm):
    rng = np.random.default_rng(2)
    x, gain = rng.normal(2, 1, size=(3, 16)), rng.normal(1, 0.5, size=16)
    a = np.array([[0.01], [7.0], [1000.0]])
    close("RMSNorm(a x) against RMSNorm(x)", rms_norm(a * x, gain, eps=0.0), rms_norm(x, gain, eps=0.0), atol=1e-12)
    close("RMSNorm(-x) against -RMSNorm(x)", rms_norm(-x, gain, eps=0.5), -rms_norm(x, gain, eps=0.5), atol=1e-12)
    for c in (0.1, 3.0):
        scaled = rms_norm(c * x, gain, eps=0.5)
        close(f"the law with eps, a = {c}", scaled, rms_norm(x, gain, eps=0.5 / c**2), atol=1e-12)
    by_hand = rms_norm(np.array([1.0] * 7 + [9.0]), eps=5.0)  # mean square 11
    close("RMSNorm of seven ones and a nine, eps 5", by_hand, np.array([1.0] * 7 + [9.0]) / 4, atol=1e-15)


@mutant("rms_norm")
def divides_by_the_mean_square(x, gain=1.0, eps=1e-5):
    """Forgets the root."""
    return x / ((x**2).mean(axis=-1, keepdims=True) + eps) * gain


@mutant("rms_norm")
def epsilon_outside_the_root(x, gain=1.0, eps=1e-5):
    """Adds eps to the root mean square, as the authors' own code does."""
    return x / (np.sqrt((x**2).mean(axis=-1, keepdims=True)) + eps) * gain


@mutant("rms_norm")
def one_size_for_the_batch(x, gain=1.0, eps=1e-5):
    """Divides all tokens by the root mean square of the whole array."""
    return x / np.sqrt((x**2).mean() + eps) * gain


@mutant("rms_norm")
def centres_first(x, gain=1.0, eps=1e-5):
    """Is LayerNorm, which obeys the same laws."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) * gain


@mutant("rms_norm")
def unit_length(x, gain=1.0, eps=1e-5):
    """Divides by the length, not by the root mean square."""
    return x / np.sqrt((x**2).sum(axis=-1, keepdims=True) + eps) * gain
