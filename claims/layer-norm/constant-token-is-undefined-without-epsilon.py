"""Normalize a constant token next to an ordinary one, without and with eps."""

import numpy as np

from refutable import close, equal, mutant


def check(layer_norm):
    bias = np.linspace(-1, 2, 8)
    x = np.stack([np.full(8, 3.0), np.array([1.0] * 7 + [9.0])])
    with np.errstate(invalid="ignore"):
        without = layer_norm(x, bias=bias, eps=0.0)
    equal("NaN in the constant token, eps 0", int(np.isnan(without[0]).sum()), 8)
    for eps in (1e-12, 1e-5, 2.0):
        y = layer_norm(x, bias=bias, eps=eps)
        close(f"constant token against the bias, eps {eps}", y[0], bias, atol=1e-12)
    close("ordinary token, eps 2", y[1], np.array([-1.0] * 7 + [7.0]) / 3 + bias, atol=1e-14)


@mutant("layer_norm")
def guarded_division(x, gain=None, bias=None, eps=1e-5):
    """Replaces a zero deviation by one, so that eps = 0 is harmless."""
    s = np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    return (x - x.mean(axis=-1, keepdims=True)) / np.where(s == 0, 1, s) + bias


@mutant("layer_norm")
def hidden_floor(x, gain=None, bias=None, eps=1e-5):
    """Never lets eps fall below 1e-12."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + max(eps, 1e-12)) + bias


@mutant("layer_norm")
def no_centring(x, gain=None, bias=None, eps=1e-5):
    """Does not subtract the mean, so that a constant token becomes all ones."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps) + bias


@mutant("layer_norm")
def epsilon_in_the_numerator(x, gain=None, bias=None, eps=1e-5):
    """Adds eps above the fraction line as well."""
    return (x - x.mean(axis=-1, keepdims=True) + eps) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) + bias


@mutant("layer_norm")
def bias_forgotten(x, gain=None, bias=None, eps=1e-5):
    """Ignores the bias."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
