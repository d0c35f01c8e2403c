"""Variance along a stack of 8 post-norm blocks followed by 16 pre-norm blocks."""

import numpy as np

from refutable import close, mutant


def check(post_block, pre_block, layer_norm, stack):
    d, first, then = 64, 8, 16
    at_switch, at_top = [], []
    for seed in range(4):
        rng = np.random.default_rng(seed)
        branches = [lambda z, a=a: z @ a for a in rng.normal(size=(first + then, d, d)) / np.sqrt(d)]
        x = 5 + 3 * rng.normal(size=(8, d))
        lower = stack(x, layer_norm, branches[:first], post_block)
        close("variance in the post-norm part", [np.mean(s**2) for s in lower[1:]], np.ones(first), atol=1e-4)
        upper = stack(lower[-1], layer_norm, branches[first:], pre_block)
        at_switch.append(np.mean(upper[0] ** 2))
        at_top.append(np.mean(upper[-1] ** 2))
    close("variance at the top", np.mean(at_top) / np.mean(at_switch), 1 + then, rtol=0.12)


@mutant("post_block")
def pre_norm_all_the_way(x, norm, branch):
    """Pre-norm from the bottom, so that the input's size and 24 writes count."""
    return x + branch(norm(x))


@mutant("post_block")
def norm_on_the_branch(x, norm, branch):
    """Output-norm in the lower part."""
    return x + norm(branch(x))


@mutant("pre_block")
def post_norm_all_the_way(x, norm, branch):
    """Post-norm to the top, so that nothing grows."""
    return norm(x + branch(x))


@mutant("pre_block")
def branch_reads_the_stream(x, norm, branch):
    """Forgets the norm, so that growth is exponential."""
    return x + branch(x)


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("stack")
def first_block_twice(x, norm, branches, block):
    """Runs the first branch in every block, so that the writes are aligned."""
    streams = [x]
    for _ in branches:
        streams.append(block(streams[-1], norm, branches[0]))
    return streams
