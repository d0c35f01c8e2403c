"""Normalize tokens of known size, 1e-3, 2e-3 and 1, and compare with both forms."""

import numpy as np

from refutable import above, close, mutant


def check(layer_norm, rms_norm):
    tokens = np.random.default_rng(20).normal(1, 1, size=(3, 16))
    standard = (tokens - tokens.mean(axis=-1, keepdims=True)) / tokens.std(axis=-1, keepdims=True)
    of_size_one = tokens / np.sqrt((tokens**2).mean(axis=-1, keepdims=True))
    sizes = np.array([[1e-3], [2e-3], [1.0]])
    inside, outside = np.array([[0.70711], [0.89443], [1.0]]), np.array([[0.99900], [0.99950], [1.0]])
    for name, y, z in (("LN", layer_norm(5 + sizes * standard, eps=1e-6), standard),
                       ("RMSNorm", rms_norm(sizes * of_size_one, eps=1e-6), of_size_one)):
        close(f"{name}, inside, eps 1e-6", y, inside * z, atol=2e-5)
        above(f"{name}, distance from the form outside", np.abs(y - outside * z)[:2].max(axis=-1), 0.1)


def observe(x, layer_norm):  # a token of a thousandth of the size of x, eps 1e-6
    return layer_norm(x / 1000, eps=1e-6)


@mutant("layer_norm", belief=True)
def outside(x, gain=None, bias=None, eps=1e-5):
    """Adds eps to the standard deviation."""
    return (x - x.mean(axis=-1, keepdims=True)) / (x.std(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def root_of_epsilon_outside(x, gain=None, bias=None, eps=1e-5):
    """Adds the root of eps to the standard deviation."""
    return (x - x.mean(axis=-1, keepdims=True)) / (x.std(axis=-1, keepdims=True) + np.sqrt(eps))


@mutant("rms_norm")
def authors_code(x, gain=None, eps=1e-5):
    """Adds eps to the root mean square, as the authors' own code does."""
    return x / (np.sqrt((x**2).mean(axis=-1, keepdims=True)) + eps)


@mutant("rms_norm")
def epsilon_under_the_sum(x, gain=None, eps=1e-5):
    """Adds eps to the sum of squares before dividing by the width."""
    return x / np.sqrt(((x**2).sum(axis=-1, keepdims=True) + eps) / x.shape[-1])


@mutant("rms_norm")
def epsilon_as_floor(x, gain=None, eps=1e-5):
    """Uses eps as the smallest mean square allowed."""
    return x / np.sqrt(np.maximum((x**2).mean(axis=-1, keepdims=True), eps))
