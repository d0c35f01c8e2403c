"""Apply the Jacobian to the centred input for a small and a large eps."""

import numpy as np

from refutable import close, equal, mutant


def check(layer_norm_jacobian):
    x = np.random.default_rng(3).normal(5, 2, size=16)
    centred, variance = x - x.mean(), x.var()
    for eps in (1e-5, 0.5, 20.0):
        jacobian = layer_norm_jacobian(x, eps=eps)
        damping = eps / (variance + eps) ** 1.5
        close(f"centred input over its damping, eps {eps}", jacobian @ centred / damping, centred, atol=1e-8)
        close(f"all-ones direction, eps {eps}", jacobian @ np.ones(16), np.zeros(16), atol=1e-13)
    equal("rank at width 16, eps 20", int(np.linalg.matrix_rank(jacobian, tol=1e-9)), 15)


@mutant("layer_norm_jacobian")
def epsilon_ignored(x, eps=1e-5):
    """Computes the Jacobian for eps = 0."""
    z = (x - x.mean()) / x.std()
    return (np.eye(len(x)) - 1 / len(x) - np.outer(z, z) / len(x)) / x.std()


@mutant("layer_norm_jacobian")
def epsilon_only_in_the_factor(x, eps=1e-5):
    """Has eps in the factor in front but not in the y of the projection."""
    z = (x - x.mean()) / x.std()
    return (np.eye(len(x)) - 1 / len(x) - np.outer(z, z) / len(x)) / np.sqrt(x.var() + eps)


@mutant("layer_norm_jacobian")
def epsilon_outside_the_root(x, eps=1e-5):
    """Is the Jacobian of the variant that divides by sigma plus eps."""
    z = (x - x.mean()) / x.std()
    projection = np.eye(len(x)) - 1 / len(x)
    return (projection - np.outer(z, z) / len(x) * x.std() / (x.std() + eps)) / (x.std() + eps)


@mutant("layer_norm_jacobian")
def deviation_held_constant(x, eps=1e-5):
    """Treats the standard deviation as a constant, so that nothing damps the scale direction."""
    return (np.eye(len(x)) - 1 / len(x)) / np.sqrt(x.var() + eps)
