"""Compare a block of width 8 with values worked out by hand, and see what its branch is given."""

import numpy as np

from refutable import close, mutant


def check(post_block, layer_norm):
    x = np.array([[1.0, 1, 1, 1, 5, 5, 5, 5], [7.0, 3, 7, 3, 7, 3, 7, 3]])
    given = []

    def branch(z):
        given.append(z)
        return np.array([[0.0, 0, 4, 4, 0, 0, 4, 4], [0.0, 4, 0, 4, 4, 8, 4, 8]])

    out = post_block(x, lambda z: layer_norm(z, eps=0.0), branch)
    close("what the branch reads", given[0], x, atol=0.0)
    # The sums are 1 1 5 5 5 5 9 9 and 7 7 7 7 11 11 11 11: means 5 and 9, deviations sqrt(8) and 2.
    want = np.array([[-2.0, -2, 0, 0, 0, 0, 2, 2], [-1.0, -1, -1, -1, 1, 1, 1, 1]]) / [[np.sqrt(2)], [1.0]]
    close("what the block returns", out, want, atol=1e-12)


def observe(x, post_block, layer_norm):
    return post_block(x, lambda z: layer_norm(z, eps=0.0), lambda z: 2 * z)


@mutant("post_block", belief=True)
def pre_norm(x, norm, branch):
    """Normalizes what the branch reads and leaves the sum alone."""
    return x + branch(norm(x))


@mutant("post_block")
def output_norm(x, norm, branch):
    """Normalizes the branch only and adds the skip after the norm."""
    return x + norm(branch(x))


@mutant("post_block")
def no_skip(x, norm, branch):
    """Forgets the skip."""
    return norm(branch(x))


@mutant("post_block")
def norm_on_both_sides(x, norm, branch):
    """Normalizes what the branch reads as well."""
    return norm(x + branch(norm(x)))


@mutant("layer_norm")
def unbiased(x, gain=None, bias=None, eps=1e-5):
    """Divides the variance by d - 1."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True, ddof=1) + eps)
