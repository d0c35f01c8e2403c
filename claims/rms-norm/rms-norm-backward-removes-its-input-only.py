"""Push the input and the all-ones vector through the Jacobian and count its rank."""

import numpy as np

from refutable import close, equal, mutant


def check(rms_norm_jacobian):
    x = np.random.default_rng(1).normal(1, 3, size=16)
    jacobian = rms_norm_jacobian(x, eps=0.0)
    close("the input, eps 0", jacobian @ x, np.zeros(16), atol=1e-13)
    equal("rank at width 16, eps 0", int(np.linalg.matrix_rank(jacobian, tol=1e-9)), 15)
    square = (x**2).mean()
    passed = (1 - x.mean() * x / square) / np.sqrt(square)  # of length 0.36 sqrt(d), not zero
    close("all-ones direction, eps 0", jacobian @ np.ones(16), passed, atol=1e-13)
    damped = rms_norm_jacobian(x, eps=2.0)
    close("the input over its damping, eps 2", damped @ x * (square + 2) ** 1.5 / 2, x, atol=1e-11)
    equal("rank at width 16, eps 2", int(np.linalg.matrix_rank(damped, tol=1e-9)), 16)


@mutant("rms_norm_jacobian")
def removes_the_mean_too(x, eps=1e-5):
    """Removes the all-ones direction as well, as LayerNorm does."""
    r = np.sqrt((x**2).mean() + eps)
    return (np.eye(len(x)) - 1 / len(x) - np.outer(x, x) / r**2 / len(x)) / r


@mutant("rms_norm_jacobian")
def removes_the_centred_input(x, eps=1e-5):
    """Removes the centred input instead of the input."""
    c = x - x.mean()
    return (np.eye(len(x)) - np.outer(c, c) / (c @ c + eps * len(x))) / np.sqrt((x**2).mean() + eps)


@mutant("rms_norm_jacobian")
def removes_nothing(x, eps=1e-5):
    """Treats the root mean square as a constant."""
    return np.eye(len(x)) / np.sqrt((x**2).mean() + eps)


@mutant("rms_norm_jacobian")
def epsilon_ignored(x, eps=1e-5):
    """Computes the Jacobian for eps = 0 always."""
    return (np.eye(len(x)) - np.outer(x, x) / (x @ x)) / np.sqrt((x**2).mean())
