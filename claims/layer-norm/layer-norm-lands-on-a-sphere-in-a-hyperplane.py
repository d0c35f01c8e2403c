"""Check sum, length and direction of the outputs of tokens of different widths."""

import numpy as np

from refutable import close, mutant


def check(layer_norm):
    rng = np.random.default_rng(3)
    for width in (8, 16, 100):
        x = rng.normal(5, 3, size=(4, width))
        y, centred = layer_norm(x, eps=0.0), x - x.mean(axis=-1, keepdims=True)
        close(f"sum of the features, width {width}", y.sum(axis=-1), np.zeros(4), atol=1e-11)
        close(f"length over root d, width {width}", np.linalg.norm(y, axis=-1) / np.sqrt(width), np.ones(4), atol=1e-12)
        cosine = (y * centred).sum(axis=-1) / np.linalg.norm(y, axis=-1) / np.linalg.norm(centred, axis=-1)
        close(f"cosine with the centred input, width {width}", cosine, np.ones(4), atol=1e-12)


@mutant("layer_norm")
def no_centring(x, gain=None, bias=None, eps=1e-5):
    """Divides by the root mean square only: on the sphere but not in the hyperplane."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean only: in the hyperplane but not on the sphere."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("layer_norm")
def unit_length(x, gain=None, bias=None, eps=1e-5):
    """Brings the centred token to length 1 instead of root d."""
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / np.linalg.norm(centred, axis=-1, keepdims=True)


@mutant("layer_norm")
def sample_deviation(x, gain=None, bias=None, eps=1e-5):
    """Uses the standard deviation with d - 1, which gives the length root of d - 1."""
    return (x - x.mean(axis=-1, keepdims=True)) / x.std(axis=-1, ddof=1, keepdims=True)


@mutant("layer_norm")
def standardised_ranks(x, gain=None, bias=None, eps=1e-5):
    """Standardises the ranks of the features: right sum and length, wrong direction."""
    ranks = x.argsort(axis=-1).argsort(axis=-1)
    return (ranks - ranks.mean(axis=-1, keepdims=True)) / ranks.std(axis=-1, keepdims=True)
