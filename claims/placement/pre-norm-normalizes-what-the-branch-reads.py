"""Compare a block of width 8 with values worked out by hand, and see what its branch is given."""

import numpy as np

from refutable import close, mutant


def check(pre_block, layer_norm):
    x = np.array([[1.0, 1, 1, 1, 5, 5, 5, 5], [7.0, 3, 7, 3, 7, 3, 7, 3]])  # means 3 and 5, deviations 2
    given = []

    def branch(z):
        given.append(z)
        return z**3 + 2 * z + 0.5 * np.arange(8)

    out = pre_block(x, lambda z: layer_norm(z, eps=0.0), branch)
    signs = np.array([[-1.0, -1, -1, -1, 1, 1, 1, 1], [1.0, -1, 1, -1, 1, -1, 1, -1]])
    close("what the branch reads", given[0], signs, atol=1e-12)
    # signs^3 + 2 signs = 3 signs
    close("what the block adds to x", out - x, 3 * signs + 0.5 * np.arange(8), atol=1e-12)


@mutant("pre_block")
def post_norm(x, norm, branch):
    """Normalizes the sum."""
    return norm(x + branch(x))


@mutant("pre_block")
def output_norm(x, norm, branch):
    """Normalizes what the branch writes."""
    return x + norm(branch(x))


@mutant("pre_block")
def skip_after_the_norm(x, norm, branch):
    """Takes the skip from the normalized copy."""
    u = norm(x)
    return u + branch(u)


@mutant("pre_block")
def no_skip(x, norm, branch):
    """Forgets the skip."""
    return branch(norm(x))


@mutant("pre_block")
def norm_on_both_sides(x, norm, branch):
    """Normalizes the sum as well."""
    return norm(x + branch(norm(x)))


@mutant("layer_norm")
def over_all_rows(x, gain=None, bias=None, eps=1e-5):
    """Takes mean and variance over all tokens together."""
    return (x - x.mean()) / np.sqrt(x.var() + eps)
