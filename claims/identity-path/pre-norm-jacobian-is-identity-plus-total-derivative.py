"""Differentiate a 5-sub-layer stack and, separately, the sum of what its branches write, from every depth."""

import numpy as np

from refutable import close, mutant


def check(stack, pre_block, layer_norm, jacobian):
    rng = np.random.default_rng(3)
    branches = [lambda z, w=w: np.tanh(z @ w) for w in rng.normal(size=(5, 8, 8)) / 2]

    def norm(z):
        return layer_norm(z, eps=1e-5)

    def sum_of_writes(v, later):
        total = np.zeros(8)
        for branch in later:  # the writes are recomputed here, without the block under test
            total = total + branch(norm(v + total))
        return total

    streams = stack(rng.normal(3.0, 2.0, size=8), norm, branches, pre_block)
    for depth in range(5):
        whole = jacobian(lambda v, d=depth: stack(v, norm, branches[d:], pre_block)[-1], streams[depth])
        writes = jacobian(lambda v, d=depth: sum_of_writes(v, branches[d:]), streams[depth])
        close(f"J from x_{depth} against I + dW", whole, np.eye(8) + writes, atol=1e-8)
    close("x_5 - x_0 against the writes", streams[-1] - streams[0], sum_of_writes(streams[0], branches), atol=1e-10)


@mutant("pre_block")
def skip_after_the_norm(x, norm, branch):
    """Takes the skip from the normalized copy, so the identity passes a norm in every block."""
    u = norm(x)
    return u + branch(u)


@mutant("pre_block")
def post_norm(x, norm, branch):
    """Normalizes the sum."""
    return norm(x + branch(x))


@mutant("pre_block")
def scaled_skip(x, norm, branch):
    """Multiplies the skip by 0.9; five blocks leave 0.59 of the identity."""
    return 0.9 * x + branch(norm(x))


@mutant("stack")
def side_by_side(x, norm, branches, block):
    """Lets every branch read the first stream, so no write depends on an earlier one."""
    streams = [x]
    for branch in branches:
        streams.append(streams[-1] + block(x, norm, branch) - x)
    return streams


@mutant("stack")
def backwards(x, norm, branches, block):
    """Applies the branches from the last to the first."""
    streams = [x]
    for branch in reversed(branches):
        streams.append(block(streams[-1], norm, branch))
    return streams
