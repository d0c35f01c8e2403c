"""Compute the Jacobian of pairs, and of a wider token for contrast."""

import numpy as np

from refutable import above, close, mutant


def check(layer_norm_jacobian):
    for pair in ([3.0, 4.0], [10.0, -7.0]):
        half = (pair[1] - pair[0]) / 2
        close(f"Jacobian at {pair}, eps 0", layer_norm_jacobian(np.array(pair), eps=0.0), np.zeros((2, 2)), atol=1e-14)
        for eps in (1e-5, 3.0):
            size = eps / (half**2 + eps) ** 1.5 / 2
            close(f"Jacobian over its size at {pair}, eps {eps}", layer_norm_jacobian(np.array(pair), eps=eps) / size,
                  np.array([[1.0, -1], [-1, 1]]), atol=1e-6)
    wide = np.array([3.0, 4, 1, 7, -2, 0, 5, 9])
    above("largest entry at width 8, eps 0", layer_norm_jacobian(wide, eps=0.0).max(), 0.1)


@mutant("layer_norm_jacobian")
def mean_held_constant(x, eps=1e-5):
    """Treats the mean as a constant."""
    s = np.sqrt(x.var() + eps)
    y = (x - x.mean()) / s
    return (np.eye(len(x)) - np.outer(y, y) / len(x)) / s


@mutant("layer_norm_jacobian")
def deviation_held_constant(x, eps=1e-5):
    """Treats the standard deviation as a constant."""
    return (np.eye(len(x)) - 1 / len(x)) / np.sqrt(x.var() + eps)


@mutant("layer_norm_jacobian")
def epsilon_ignored(x, eps=1e-5):
    """Computes the Jacobian for eps = 0 always."""
    z = (x - x.mean()) / x.std()
    return (np.eye(len(x)) - 1 / len(x) - np.outer(z, z) / len(x)) / x.std()


@mutant("layer_norm_jacobian", belief=True)
def two_features_taken_for_the_rule(x, eps=1e-5):
    """Takes width 2 for the rule: only the part that eps lets through, at every width."""
    s = np.sqrt(x.var() + eps)
    return eps / s**3 * (np.eye(len(x)) - 1 / len(x))


@mutant("layer_norm_jacobian")
def sample_variance(x, eps=1e-5):
    """Uses the variance with d - 1."""
    s = np.sqrt(x.var(ddof=1) + eps)
    y = (x - x.mean()) / s
    return (np.eye(len(x)) - 1 / len(x) - np.outer(y, y) / len(x)) / s
