"""Compute the singular values for inputs of very different spread."""

import numpy as np

from refutable import close, mutant


def check(layer_norm_jacobian):
    rng = np.random.default_rng(2)
    for deviation in (0.1, 1.0, 40.0):
        x = rng.normal(5, deviation, size=16)
        values = np.linalg.svd(layer_norm_jacobian(x, eps=0.0), compute_uv=False)
        close(f"14 values times sigma, spread {deviation}", values[:14] * x.std(), np.ones(14), atol=1e-10)
        close(f"the other 2 times sigma, spread {deviation}", values[14:] * x.std(), np.zeros(2), atol=1e-10)


@mutant("layer_norm_jacobian")
def deviation_forgotten(x, eps=1e-5):
    """Forgets the factor one over sigma."""
    z = (x - x.mean()) / np.sqrt(x.var() + eps)
    return np.eye(len(x)) - 1 / len(x) - np.outer(z, z) / len(x)


@mutant("layer_norm_jacobian")
def root_mean_square(x, eps=1e-5):
    """Divides by the root mean square of the raw input."""
    z = (x - x.mean()) / np.sqrt(x.var() + eps)
    return (np.eye(len(x)) - 1 / len(x) - np.outer(z, z) / len(x)) / np.sqrt((x**2).mean() + eps)


@mutant("layer_norm_jacobian")
def sample_deviation(x, eps=1e-5):
    """Divides by the standard deviation with d - 1."""
    s = np.sqrt(x.var(ddof=1) + eps)
    y = (x - x.mean()) / s
    return (np.eye(len(x)) - 1 / len(x) - np.outer(y, y) / len(x)) / s


@mutant("layer_norm_jacobian")
def divides_by_the_variance(x, eps=1e-5):
    """Divides by the variance."""
    z = (x - x.mean()) / np.sqrt(x.var() + eps)
    return (np.eye(len(x)) - 1 / len(x) - np.outer(z, z) / len(x)) / (x.var() + eps)


@mutant("layer_norm_jacobian")
def statistics_held_constant(x, eps=1e-5):
    """Treats mean and deviation as constants, so that nothing is removed."""
    return np.eye(len(x)) / np.sqrt(x.var() + eps)
