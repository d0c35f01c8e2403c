"""Differentiate DyT and LayerNorm at tokens of growing size."""

import numpy as np

from refutable import below, close, mutant


def check(dynamic_tanh, layer_norm, jacobian):
    rng = np.random.default_rng(0)
    x = rng.normal(3, 2, size=12)

    def slope(at):
        return jacobian(lambda z: dynamic_tanh(z, alpha=0.5), np.full(8, float(at)), 1e-3)[0, 0]

    close("DyT, derivative at 0", slope(0), 0.5, atol=1e-9)
    close("DyT, αx = 1 against 0", slope(2) / slope(0), 1 / np.cosh(1) ** 2, atol=1e-8)
    close("DyT, αx = 5 against 0", slope(10) / slope(0), 1.8158e-4, atol=1e-8)
    below("DyT, αx = 10 against 0", abs(slope(20) / slope(0)), 1e-8)
    whole = jacobian(lambda z: dynamic_tanh(z, alpha=0.5), x)
    close("DyT, no feature acts on another", whole, np.diag(0.5 / np.cosh(0.5 * x) ** 2), atol=1e-9)
    small, large = (jacobian(lambda z: layer_norm(z, eps=0.0), a * x) for a in (1.0, 10.0))
    close("LayerNorm, token ten times as large", 10 * large, small, atol=1e-8)
    y = (x - x.mean()) / x.std()
    close("LayerNorm, by hand", small, (np.eye(12) - 1 / 12 - np.outer(y, y) / 12) / x.std(), atol=1e-8)


@mutant("dynamic_tanh")
def soft_sign(x, alpha=0.5, gain=None, bias=None):
    """Saturates slowly, as x / (1 + |x|) does."""
    return alpha * x / (1 + np.abs(alpha * x))


@mutant("dynamic_tanh")
def never_saturates(x, alpha=0.5, gain=None, bias=None):
    """Is linear."""
    return alpha * x


@mutant("dynamic_tanh")
def alpha_outside(x, alpha=0.5, gain=None, bias=None):
    """Multiplies by alpha outside of the tanh."""
    return alpha * np.tanh(x)


@mutant("dynamic_tanh")
def scale_of_the_token(x, alpha=0.5, gain=None, bias=None):
    """Divides by the size of the token first, so that it hardly saturates."""
    return np.tanh(alpha * x / np.sqrt((x**2).mean() + 1))


@mutant("layer_norm")
def forgets_to_divide(x, gain=None, bias=None, eps=1e-5):
    """Centres only, so that its Jacobian is the same for every token."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("layer_norm")
def by_the_variance(x, gain=None, bias=None, eps=1e-5):
    """Divides by the variance instead of the deviation."""
    return (x - x.mean(axis=-1, keepdims=True)) / (x.var(axis=-1, keepdims=True) + eps)


@mutant("jacobian")
def one_sided(f, x, step=1e-1):
    """Takes one-sided differences with a coarse step."""
    return np.stack([(f(x + 0.1 * e) - f(x)) / 0.1 for e in np.eye(len(x))], axis=1)
