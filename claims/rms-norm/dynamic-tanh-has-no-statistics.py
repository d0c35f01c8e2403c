"""Differentiate DyT, scale its input, and bound its output."""

import numpy as np

from refutable import above, below, close, mutant


def check(dynamic_tanh, jacobian):
    rng = np.random.default_rng(11)
    x, gain, bias = rng.normal(1, 1, size=16), np.linspace(0.5, 2, 16), rng.normal(size=16)
    slope = gain * 0.5 / np.cosh(0.5 * x) ** 2
    measured = jacobian(lambda v: dynamic_tanh(v, 0.5, gain, bias), x)
    close("Jacobian against its diagonal", measured, np.diag(slope), atol=1e-10)
    lengths = [np.linalg.norm(dynamic_tanh(a * x, 0.5)) for a in (0.1, 1.0, 10.0)]
    above("length ratio when the input grows tenfold", np.diff(np.log(lengths)), 0.2)
    below("largest output over its gain", np.abs(dynamic_tanh(1000 * x, 0.5, gain)) / gain, 1.0)
    close("value by hand, tanh(ln 3) = 0.8", dynamic_tanh(np.full(8, np.log(3)), 1.0), np.full(8, 0.8), atol=1e-14)
    close("what the bias adds", dynamic_tanh(x, 0.5, gain, bias) - dynamic_tanh(x, 0.5, gain), bias, atol=1e-14)


def observe(a, dynamic_tanh):
    # length of the output for a times (1, 2, 3, 5) / 10, over that for (1, 2, 3, 5) / 10
    x = np.array([1.0, 2.0, 3.0, 5.0])
    return np.linalg.norm(dynamic_tanh(a * x / 10)) / np.linalg.norm(dynamic_tanh(x / 10))


@mutant("dynamic_tanh", belief=True)
def normalizes_first(x, alpha=0.5, gain=1.0, bias=0.0):
    """Divides by the root mean square of the token before the tanh."""
    return np.tanh(alpha * x / np.sqrt((x**2).mean(axis=-1, keepdims=True))) * gain + bias


@mutant("dynamic_tanh")
def scale_from_the_token(x, alpha=0.5, gain=1.0, bias=0.0):
    """Takes alpha as the inverse standard deviation of the token."""
    return np.tanh(x / (x.std(axis=-1, keepdims=True) + 1e-5)) * gain + bias


@mutant("dynamic_tanh")
def alpha_outside(x, alpha=0.5, gain=1.0, bias=0.0):
    """Multiplies the tanh by alpha instead of its argument."""
    return alpha * np.tanh(x) * gain + bias


@mutant("dynamic_tanh")
def clipped(x, alpha=0.5, gain=1.0, bias=0.0):
    """Clips at plus and minus one instead of the tanh."""
    return np.clip(alpha * x, -1, 1) * gain + bias


@mutant("dynamic_tanh")
def gain_inside(x, alpha=0.5, gain=1.0, bias=0.0):
    """Multiplies by the gain inside the tanh."""
    return np.tanh(alpha * x * gain) + bias
