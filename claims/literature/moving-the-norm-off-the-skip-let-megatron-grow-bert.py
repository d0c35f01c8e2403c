"""What 24 sub-layers do to a difference between two inputs when the branches ignore the stream."""

import numpy as np

from refutable import below, close, mutant


def check(pre_block, post_block, layer_norm, stack):
    d, depth = 32, 24
    rng = np.random.default_rng(0)
    writes = rng.normal(size=(depth, 4, d))
    branches = [lambda z, w=w: w for w in writes]
    x, other = 3 + 2 * rng.normal(size=(2, 4, d))
    rearranged = [stack(z, layer_norm, branches, pre_block)[-1] for z in (x, other)]
    close(
        "rearranged: the difference on the skip comes through as it was",
        rearranged[1] - rearranged[0],
        other - x,
        atol=1e-10,
    )
    original = [stack(z, layer_norm, branches, post_block) for z in (x, other)]
    close(
        "original: every stream has been through a norm", np.mean(original[0][-1] ** 2, axis=-1), np.ones(4), atol=1e-3
    )
    left = np.linalg.norm(original[1][-1] - original[0][-1]) / np.linalg.norm(original[1][1] - original[0][1])
    below("original: log2 of the difference after 24 sub-layers over that after one", np.log2(left), -8)


@mutant("pre_block")
def norm_on_the_sum(x, norm, branch):
    """The original order."""
    return norm(x + branch(x))


@mutant("pre_block")
def residual_taken_after_the_norm(x, norm, branch):
    """Moves the norm to the front of both branch and skip."""
    return norm(x) + branch(norm(x))


@mutant("post_block")
def norm_inside_the_branch(x, norm, branch):
    """The rearranged order."""
    return x + branch(norm(x))


@mutant("post_block")
def norm_on_the_branch(x, norm, branch):
    """Output-norm, whose skip is free as well."""
    return x + norm(branch(x))


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)
