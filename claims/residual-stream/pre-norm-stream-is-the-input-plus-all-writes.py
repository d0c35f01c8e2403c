"""Record what the branches write while the stack runs and add it up."""

import numpy as np

from refutable import close, mutant


def check(stack, pre_block, layer_norm):
    rng = np.random.default_rng(18)
    x = rng.normal(3.0, 2.0, size=(4, 8))
    writes, reads = [], []

    def recorded(w):
        def branch(z):
            reads.append(z)
            writes.append(np.tanh(z @ w) - 0.5)
            return writes[-1]

        return branch

    streams = stack(x, lambda z: layer_norm(z, eps=0.0), [recorded(w) for w in rng.normal(size=(6, 8, 8))], pre_block)
    for depth in range(7):
        close(f"x_{depth} against input and writes", streams[depth], x + sum(writes[:depth]), atol=1e-12)
    for depth, read in enumerate(reads):
        s = streams[depth]
        normalized = (s - s.mean(axis=-1, keepdims=True)) / s.std(axis=-1, keepdims=True)
        close(f"what branch {depth} reads against N(x_{depth})", read, normalized, atol=1e-12)


@mutant("pre_block")
def post_norm(x, norm, branch):
    """Normalizes the sum."""
    return norm(x + branch(x))


@mutant("pre_block")
def skip_after_the_norm(x, norm, branch):
    """Takes the skip from the normalized copy."""
    u = norm(x)
    return u + branch(u)


@mutant("pre_block")
def halved_write(x, norm, branch):
    """Gives the write a weight of one half."""
    return x + branch(norm(x)) / 2


@mutant("pre_block")
def reads_the_raw_stream(x, norm, branch):
    """Leaves out the norm."""
    return x + branch(x)


@mutant("layer_norm")
def over_all_tokens(x, gain=None, bias=None, eps=1e-5):
    """Takes mean and variance over all tokens together."""
    return (x - x.mean()) / np.sqrt(x.var() + eps)


@mutant("stack")
def side_by_side(x, norm, branches, block):
    """Lets every branch read the first stream."""
    streams = [x]
    for branch in branches:
        streams.append(streams[-1] + block(x, norm, branch) - x)
    return streams
