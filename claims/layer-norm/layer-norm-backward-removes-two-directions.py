"""Push the two directions, and the input itself, through the Jacobian and count its rank."""

import numpy as np

from refutable import close, equal, mutant


def check(layer_norm_jacobian):
    x = np.random.default_rng(1).normal(5, 3, size=16)
    jacobian = layer_norm_jacobian(x, eps=0.0)
    close("all-ones direction", jacobian @ np.ones(16), np.zeros(16), atol=1e-13)
    close("centred input", jacobian @ (x - x.mean()), np.zeros(16), atol=1e-13)
    close("the input itself", jacobian @ x, np.zeros(16), atol=1e-13)
    equal("rank at width 16", int(np.linalg.matrix_rank(jacobian, tol=1e-9)), 14)


def observe(x, layer_norm_jacobian):
    return layer_norm_jacobian(x, eps=0.0) @ np.ones(len(x))


@mutant("layer_norm_jacobian", belief=True)
def keeps_the_mean_direction(x, eps=1e-5):
    """Removes only the direction that changes the standard deviation."""
    s = np.sqrt(x.var() + eps)
    y = (x - x.mean()) / s
    return (np.eye(len(x)) - np.outer(y, y) / len(x)) / s


@mutant("layer_norm_jacobian")
def keeps_the_scale_direction(x, eps=1e-5):
    """Removes only the direction that changes the mean."""
    return (np.eye(len(x)) - 1 / len(x)) / np.sqrt(x.var() + eps)


@mutant("layer_norm_jacobian")
def removes_the_raw_input(x, eps=1e-5):
    """Removes the raw input instead of the centred one, as RMSNorm does, besides the mean."""
    return (np.eye(len(x)) - 1 / len(x) - np.outer(x, x) / (x @ x)) / np.sqrt(x.var() + eps)


@mutant("layer_norm_jacobian")
def removes_a_third_direction(x, eps=1e-5):
    """Also removes what the first feature alone contributes."""
    s = np.sqrt(x.var() + eps)
    y = (x - x.mean()) / s
    projection = np.eye(len(x)) - 1 / len(x) - np.outer(y, y) / len(x)
    first = projection[0] / np.linalg.norm(projection[0])
    return (projection - np.outer(first, first)) / s
