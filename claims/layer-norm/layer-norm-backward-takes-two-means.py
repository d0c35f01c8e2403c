"""The two-mean formula against the transposed Jacobian, row by row, and one case by hand."""

import numpy as np

from refutable import close, mutant


def check(layer_norm_backward, layer_norm_jacobian):
    rng = np.random.default_rng(0)
    x, gradient, gain = rng.normal(5, 3, size=(4, 16)), rng.normal(1, 2, size=(4, 16)), rng.normal(1, 0.5, size=16)
    for eps in (0.0, 1e-5, 3.0):
        want = [layer_norm_jacobian(row, eps=eps).T @ (gain * g) for row, g in zip(x, gradient, strict=True)]
        close(
            f"against the Jacobian, eps {eps}", layer_norm_backward(x, gradient, gain, eps), np.array(want), atol=1e-12
        )
    # mean 0, deviation 1, so y = x: the first unit vector has mean 1/8 and mean product -1/8
    by_hand = np.array([6, 0, -2, 0, -2, 0, -2, 0]) / 8
    close("by hand", layer_norm_backward(np.tile([-1.0, 1.0], 4), np.eye(8)[0], eps=0.0), by_hand, atol=1e-15)
    small = 1e-3 * x
    default = layer_norm_backward(small, gradient, gain)
    close("the default eps is 1e-5", default, layer_norm_backward(small, gradient, gain, eps=1e-5), rtol=1e-12, atol=0)


@mutant("layer_norm_backward")
def statistics_are_constants(x, gradient, gain=1.0, eps=1e-5):
    """Takes mean and deviation for constants, so that nothing is subtracted."""
    return gain * gradient / np.sqrt(x.var(axis=-1, keepdims=True) + eps)


@mutant("layer_norm_backward")
def deviation_is_a_constant(x, gradient, gain=1.0, eps=1e-5):
    """Differentiates the mean and forgets the deviation."""
    g = gain * gradient
    return (g - g.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)


@mutant("layer_norm_backward")
def rms_norm_backward(x, gradient, gain=1.0, eps=1e-5):
    """Forgets to subtract the mean of the gradient."""
    s = np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    y, g = (x - x.mean(axis=-1, keepdims=True)) / s, gain * gradient
    return (g - y * (g * y).mean(axis=-1, keepdims=True)) / s


@mutant("layer_norm_backward")
def gain_last(x, gradient, gain=1.0, eps=1e-5):
    """Multiplies by the gain at the end, as the forward pass does."""
    s = np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    y = (x - x.mean(axis=-1, keepdims=True)) / s
    inner = gradient - gradient.mean(axis=-1, keepdims=True) - y * (gradient * y).mean(axis=-1, keepdims=True)
    return gain * inner / s


@mutant("layer_norm_backward")
def means_over_all_rows(x, gradient, gain=1.0, eps=1e-5):
    """Averages over tokens and features together."""
    s = np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    y, g = (x - x.mean(axis=-1, keepdims=True)) / s, gain * gradient
    return (g - g.mean() - y * (g * y).mean()) / s


@mutant("layer_norm_backward")
def normalized_without_epsilon(x, gradient, gain=1.0, eps=1e-5):
    """Projects with the exactly standardized token, which is right for eps = 0 only."""
    s = np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    y, g = (x - x.mean(axis=-1, keepdims=True)) / x.std(axis=-1, keepdims=True), gain * gradient
    return (g - g.mean(axis=-1, keepdims=True) - y * (g * y).mean(axis=-1, keepdims=True)) / s


@mutant("layer_norm_jacobian")
def without_the_scale(x, eps=1e-5):
    """Leaves out the factor 1/s."""
    y = (x - x.mean()) / np.sqrt(x.var() + eps)
    return np.eye(len(x)) - 1 / len(x) - np.outer(y, y) / len(x)
