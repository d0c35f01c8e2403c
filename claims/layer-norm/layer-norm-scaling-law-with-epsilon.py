"""Scale rows whose variance is near eps, with gain and bias, and compare with the changed eps."""

import numpy as np

from refutable import close, mutant


def check(layer_norm):
    rng = np.random.default_rng(1)
    x, gain, bias = rng.normal(5, 1, size=(3, 16)), rng.normal(1, 0.5, size=16), rng.normal(size=16)
    for c in (0.1, 3.0, 50.0):
        close(f"c = {c}", layer_norm(c * x, gain, bias, eps=0.5), layer_norm(x, gain, bias, eps=0.5 / c**2), atol=1e-12)
    # means 2 and 12, variance 7 both, and with eps = 2 the root of 9
    by_hand = layer_norm(np.array([[1.0] * 7 + [9.0], [11.0] * 7 + [19.0]]), gain[:8], bias[:8], eps=2.0)
    expected = np.array([-1.0] * 7 + [7.0]) / 3 * gain[:8] + bias[:8]
    close("two tokens by hand, eps 2", by_hand, np.stack([expected, expected]), atol=1e-13)


@mutant("layer_norm")
def epsilon_outside_the_root(x, gain=1.0, bias=0.0, eps=1e-5):
    """Adds eps to the standard deviation."""
    return (x - x.mean(axis=-1, keepdims=True)) / (x.std(axis=-1, keepdims=True) + eps) * gain + bias


@mutant("layer_norm")
def epsilon_ignored(x, gain=1.0, bias=0.0, eps=1e-5):
    """Divides by the standard deviation alone."""
    return (x - x.mean(axis=-1, keepdims=True)) / x.std(axis=-1, keepdims=True) * gain + bias


@mutant("layer_norm")
def epsilon_squared(x, gain=1.0, bias=0.0, eps=1e-5):
    """Adds the square of eps to the variance."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps**2) * gain + bias


@mutant("layer_norm")
def epsilon_as_floor(x, gain=1.0, bias=0.0, eps=1e-5):
    """Uses eps as the smallest variance allowed; the law survives, the value by hand does not."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(np.maximum(x.var(axis=-1, keepdims=True), eps)) * gain + bias


@mutant("layer_norm")
def affine_before_the_division(x, gain=1.0, bias=0.0, eps=1e-5):
    """Applies gain and bias before the division, so that the bias is scaled too."""
    return ((x - x.mean(axis=-1, keepdims=True)) * gain + bias) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
