"""Give the two norms different gains and compare what the branch reads and what the block adds, at x and at 1000 x."""

import numpy as np

from refutable import close, mutant


def check(sandwich_block, layer_norm):
    rng = np.random.default_rng(1)
    x, w = rng.normal(3.0, 2.0, size=(4, 8)), rng.normal(size=(8, 8))
    inner, outer = rng.normal(1.0, 0.3, size=(2, 8))
    given = []

    def branch(z):
        given.append(z)
        return np.tanh(z @ w)

    def block(v):
        return sandwich_block(
            v, lambda z: layer_norm(z, gain=inner, eps=0.0), lambda z: layer_norm(z, gain=outer, eps=0.0), branch
        )

    def standardized(v):
        return (v - v.mean(axis=-1, keepdims=True)) / v.std(axis=-1, keepdims=True)

    out = block(x)
    reads = standardized(x) * inner
    close("what the branch reads", given[0], reads, atol=1e-12)
    added = standardized(np.tanh(reads @ w)) * outer
    close("what the block adds to x", out - x, added, atol=1e-11)
    close("what it adds to 1000 x", block(1000 * x) - 1000 * x, added, atol=1e-9)


def observe(x, sandwich_block, layer_norm):
    def norm(z):
        return layer_norm(z, eps=0.0)

    return sandwich_block(x, norm, norm, lambda z: 2 * z)


@mutant("sandwich_block", belief=True)
def second_norm_on_the_stream(x, norm_in, norm_out, branch):
    """Puts the second norm after the addition."""
    return norm_out(x + branch(norm_in(x)))


@mutant("sandwich_block")
def norms_swapped(x, norm_in, norm_out, branch):
    """Uses the outer norm in front of the branch and the inner one behind it."""
    return x + norm_in(branch(norm_out(x)))


@mutant("sandwich_block")
def outer_norm_only(x, norm_in, norm_out, branch):
    """Leaves out the norm in front of the branch, as OLMo 2 does."""
    return x + norm_out(branch(x))


@mutant("sandwich_block")
def inner_norm_only(x, norm_in, norm_out, branch):
    """Leaves out the norm behind the branch."""
    return x + branch(norm_in(x))


@mutant("sandwich_block")
def skip_after_the_inner_norm(x, norm_in, norm_out, branch):
    """Takes the skip from the normalized copy."""
    u = norm_in(x)
    return u + norm_out(branch(u))
