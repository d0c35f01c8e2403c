"""Scale the input by factors from 0.01 to 1000 and rescale the Jacobian back."""

import numpy as np

from refutable import close, mutant


def check(layer_norm_jacobian):
    x = np.random.default_rng(6).normal(5, 3, size=16)
    for c in (0.01, 7.0, 1000.0):
        for eps in (0.0, 0.5):
            close(f"c J(cx) against J(x), c = {c}, eps {eps} and eps/c^2", c * layer_norm_jacobian(c * x, eps=eps),
                  layer_norm_jacobian(x, eps=eps / c**2), atol=1e-11)
    # mean 2, variance 7, so s = 3 with eps = 2, and y = (-1, ..., -1, 7) / 3
    by_hand = layer_norm_jacobian(np.array([1.0] * 7 + [9.0]), eps=2.0)
    close("entries by hand", by_hand[0, [0, 1, 7]], np.array([31, -5, -1]) / 108, atol=1e-15)


def observe(a, layer_norm_jacobian):  # size of the Jacobian at a times (1, 2, 3, 5), over its size at (1, 2, 3, 5)
    x = np.array([1.0, 2.0, 3.0, 5.0])
    return np.linalg.norm(layer_norm_jacobian(a * x)) / np.linalg.norm(layer_norm_jacobian(x))


@mutant("layer_norm_jacobian", belief=True)
def deviation_forgotten(x, eps=1e-5):
    """Forgets the factor one over sigma, so that the Jacobian ignores the scale."""
    z = (x - x.mean()) / np.sqrt(x.var() + eps)
    return np.eye(len(x)) - 1 / len(x) - np.outer(z, z) / len(x)


@mutant("layer_norm_jacobian")
def divides_by_the_variance(x, eps=1e-5):
    """Divides by the variance, so that the Jacobian falls with the square of the scale."""
    z = (x - x.mean()) / np.sqrt(x.var() + eps)
    return (np.eye(len(x)) - 1 / len(x) - np.outer(z, z) / len(x)) / (x.var() + eps)


@mutant("layer_norm_jacobian")
def epsilon_outside_the_root(x, eps=1e-5):
    """Divides by sigma plus eps; its eps scales with c, not with the square of c."""
    s = x.std() + eps
    y = (x - x.mean()) / s
    return (np.eye(len(x)) - 1 / len(x) - np.outer(y, y) / len(x)) / s


@mutant("layer_norm_jacobian")
def mean_held_constant(x, eps=1e-5):
    """Treats the mean as a constant; it scales rightly but its entries are wrong."""
    s = np.sqrt(x.var() + eps)
    y = (x - x.mean()) / s
    return (np.eye(len(x)) - np.outer(y, y) / len(x)) / s
