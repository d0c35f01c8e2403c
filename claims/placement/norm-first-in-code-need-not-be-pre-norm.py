"""Scale the stream by 1000 and compare how the two norm-first blocks answer."""

import numpy as np

from refutable import close, mutant


def check(normalised_skip_block, pre_block, layer_norm):
    rng = np.random.default_rng(4)
    x, w = rng.normal(3.0, 2.0, size=(4, 8)), rng.normal(size=(8, 8))

    def norm(z):
        return layer_norm(z, eps=0.0)

    def branch(z):
        return np.tanh(z @ w)

    for a in (1.0, 1000.0):
        out = normalised_skip_block(a * x, norm, branch, alpha=1.5, beta=0.7)
        u = (x - x.mean(axis=-1, keepdims=True)) / x.std(axis=-1, keepdims=True)
        close(f"skip after the norm, input {a} x", out, 1.5 * u + 0.7 * branch(u), atol=1e-11)
        close(f"pre-norm, input {a} x", pre_block(a * x, norm, branch) - a * x, branch(u), atol=1e-10)


def observe(x, normalised_skip_block, layer_norm):
    return normalised_skip_block(x, lambda z: layer_norm(z, eps=0.0), lambda z: 2 * z)


@mutant("normalised_skip_block", belief=True)
def pre_norm(x, norm, branch, alpha=1.0, beta=1.0):
    """Takes the skip in front of the norm."""
    return alpha * x + beta * branch(norm(x))


@mutant("normalised_skip_block")
def factors_swapped(x, norm, branch, alpha=1.0, beta=1.0):
    """Puts the skip's factor on the branch and the branch's on the skip."""
    u = norm(x)
    return beta * u + alpha * branch(u)


@mutant("normalised_skip_block")
def factors_ignored(x, norm, branch, alpha=1.0, beta=1.0):
    """Leaves the factors out."""
    u = norm(x)
    return u + branch(u)


@mutant("normalised_skip_block")
def post_norm(x, norm, branch, alpha=1.0, beta=1.0):
    """Normalizes the sum instead of the input."""
    return norm(alpha * x + beta * branch(x))


@mutant("pre_block")
def skip_after_the_norm(x, norm, branch):
    """Takes the skip from the normalized copy."""
    u = norm(x)
    return u + branch(u)


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and does not divide."""
    return x - x.mean(axis=-1, keepdims=True)
