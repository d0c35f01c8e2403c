"""Differentiate a random linear loss of the output with gain and bias."""

import numpy as np

from refutable import close, mutant


def check(layer_norm, jacobian):
    rng = np.random.default_rng(5)
    x, gain = rng.normal(5, 3, size=16), rng.normal(1, 0.5, size=16)
    bias, weights = rng.normal(size=(2, 16))

    def gradient(eps):
        return jacobian(lambda v: weights @ layer_norm(v, gain, bias, eps=eps), x)[0]

    close("sum of the gradient, eps 0", gradient(0.0).sum(), 0.0, atol=1e-9)
    close("gradient times input, eps 0", gradient(0.0) @ x, 0.0, atol=1e-8)
    close("sum of the gradient, eps 3", gradient(3.0).sum(), 0.0, atol=1e-9)
    s = np.sqrt(x.var() + 3.0)
    y, incoming = (x - x.mean()) / s, gain * weights
    expected = (incoming - incoming.mean() - y * (y @ incoming) / 16) / s
    close("the gradient itself, eps 3", gradient(3.0), expected, atol=1e-10)


@mutant("layer_norm")
def no_centring(x, gain=None, bias=None, eps=1e-5):
    """Divides by the root mean square and does not subtract the mean."""
    return x / np.sqrt((x**2).mean() + eps) * gain + bias


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return (x - x.mean()) * gain + bias


@mutant("layer_norm")
def gain_before_the_norm(x, gain=None, bias=None, eps=1e-5):
    """Multiplies by the gain before the normalization, so that shifts of the input are seen."""
    z = x * gain
    return (z - z.mean()) / np.sqrt(z.var() + eps) + bias


@mutant("layer_norm")
def skip_included(x, gain=None, bias=None, eps=1e-5):
    """Adds the input to the output, as a block with a skip does."""
    return x + (x - x.mean()) / np.sqrt(x.var() + eps) * gain + bias


@mutant("layer_norm")
def fixed_epsilon(x, gain=None, bias=None, eps=1e-5):
    """Uses an eps of 1e-3 whatever was asked for."""
    return (x - x.mean()) / np.sqrt(x.var() + 1e-3) * gain + bias
