"""Differentiate LayerNorm with random gain and bias, and compare with diag(gain) times the bare Jacobian."""

import numpy as np

from refutable import above, close, mutant


def check(layer_norm, layer_norm_jacobian, jacobian):
    rng = np.random.default_rng(4)
    x, gain, bias = rng.normal(5, 3, size=16), rng.normal(1, 0.5, size=16), rng.normal(size=16)
    for eps in (0.0, 1.0):
        measured = jacobian(lambda v, e=eps: layer_norm(v, gain, bias, eps=e), x)
        expected = np.diag(gain) @ layer_norm_jacobian(x, eps=eps)
        close(f"measured against diag(gain) J, eps {eps}", measured, expected, atol=1e-9)
        above(f"asymmetry, eps {eps}", np.max(np.abs(measured - measured.T)), 1e-2)


@mutant("layer_norm")
def gain_before_the_norm(x, gain=None, bias=None, eps=1e-5):
    """Multiplies by the gain before the normalization."""
    z = x * gain
    return (z - z.mean()) / np.sqrt(z.var() + eps) + bias


@mutant("layer_norm")
def one_gain_for_all(x, gain=None, bias=None, eps=1e-5):
    """Uses the average gain for every feature."""
    return (x - x.mean()) / np.sqrt(x.var() + eps) * gain.mean() + bias


@mutant("layer_norm")
def bias_before_the_norm(x, gain=None, bias=None, eps=1e-5):
    """Adds the bias before the normalization."""
    z = x + bias
    return (z - z.mean()) / np.sqrt(z.var() + eps) * gain


@mutant("layer_norm")
def gain_around_one(x, gain=None, bias=None, eps=1e-5):
    """Multiplies by one plus the gain."""
    return (x - x.mean()) / np.sqrt(x.var() + eps) * (1 + gain) + bias


@mutant("jacobian")
def transposed(f, x, step=1e-3):
    """Returns the transpose: the inputs in the rows."""
    return np.stack([(f(x + step * e) - f(x - step * e)) / (2 * step) for e in np.eye(len(x))])
