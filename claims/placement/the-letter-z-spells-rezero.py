"""The letter z against the ReZero block, and against pre-norm with a gated branch."""

import numpy as np

from refutable import close, equal, mutant


def check(zero_add, no_norm_block, pre_block, layer_norm):
    rng = np.random.default_rng(0)
    w, x = rng.normal(size=(16, 16)) / 4, 5 + 3 * rng.normal(size=(4, 16))

    def branch(z):
        return np.tanh(z @ w)

    for gamma in (0.0, 0.3, -2.0):
        close(f"z against ReZero, {gamma}", zero_add(x, branch(x), gamma), no_norm_block(x, branch, gamma), atol=1e-12)
        gated = pre_block(x, layer_norm, lambda z, g=gamma: g * branch(z))
        normalized = (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5)
        close(f"n and z against gated pre-norm, {gamma}", zero_add(x, branch(normalized), gamma), gated, atol=1e-12)
    equal("z as it starts returns the stream", bool(np.array_equal(zero_add(x, branch(x)), x)), True)
    close("by hand", zero_add(np.arange(8.0), np.ones(8), 0.5), np.arange(8.0) + 0.5, atol=1e-15)


@mutant("zero_add")
def starts_at_one(x, write, gamma=1.0):
    """Starts the number at 1, so that the block is an ordinary addition."""
    return x + gamma * write


@mutant("zero_add")
def number_on_the_skip(x, write, gamma=0.0):
    """Multiplies the stream."""
    return gamma * x + write


@mutant("zero_add")
def convex(x, write, gamma=0.0):
    """Mixes the two with weights that sum to one, as a highway does."""
    return (1 - gamma) * x + gamma * write


@mutant("no_norm_block")
def number_on_the_sum(x, branch, alpha):
    """Scales the skip as well."""
    return alpha * (x + branch(x))


@mutant("pre_block")
def post_norm(x, norm, branch):
    """Normalizes the sum."""
    return norm(x + branch(x))


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)
