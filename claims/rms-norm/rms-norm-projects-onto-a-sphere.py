"""Check direction and length for tokens from far above to far below the root of eps."""

import numpy as np

from refutable import close, mutant


def check(rms_norm):
    rng = np.random.default_rng(6)
    for width in (8, 100):
        x = rng.normal(2, 1, size=(4, width)) * np.array([[100.0], [1.0], [0.1], [1e-3]])
        y, square = rms_norm(x, eps=0.01), (x**2).mean(axis=-1)
        lengths = np.linalg.norm(y, axis=-1)
        close(f"lengths, width {width}", lengths, np.sqrt(width * square / (square + 0.01)), atol=1e-11)
        cosine = (x * y).sum(axis=-1) / lengths / np.linalg.norm(x, axis=-1)
        close(f"cosine with the input, width {width}", cosine, np.ones(4), atol=1e-12)
        without = np.linalg.norm(rms_norm(x, eps=0.0), axis=-1)
        close(f"lengths, eps 0, width {width}", without, np.full(4, np.sqrt(width)), atol=1e-12)


@mutant("rms_norm")
def centres_first(x, gain=None, eps=1e-5):
    """Subtracts the mean first, which turns the direction."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)


@mutant("rms_norm")
def unit_length(x, gain=None, eps=1e-5):
    """Brings every token to length 1."""
    return x / np.sqrt((x**2).sum(axis=-1, keepdims=True) + eps)


@mutant("rms_norm")
def default_epsilon_always(x, gain=None, eps=1e-5):
    """Uses 1e-5 whatever eps was asked for."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + 1e-5)


@mutant("rms_norm")
def epsilon_outside_the_root(x, gain=None, eps=1e-5):
    """Adds eps to the root mean square."""
    return x / (np.sqrt((x**2).mean(axis=-1, keepdims=True)) + eps)


@mutant("rms_norm")
def largest_feature(x, gain=None, eps=1e-5):
    """Divides by the largest feature, which keeps the direction but not the length."""
    return x / (np.abs(x).max(axis=-1, keepdims=True) + eps)
