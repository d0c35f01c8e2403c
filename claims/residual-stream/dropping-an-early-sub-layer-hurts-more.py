"""Leave out one sub-layer at a time from random stacks and compare the outputs behind a final norm."""

import numpy as np

from refutable import above, close, mutant


def check(stack, pre_block, layer_norm):
    def norm(z):
        return layer_norm(z, eps=0.0)

    def output(x, branches):
        return norm(stack(x, norm, branches, pre_block)[-1])

    first, last = [], []
    for seed in range(2):
        rng = np.random.default_rng(seed)
        x = rng.normal(size=(16, 64))
        branches = [lambda z, w=w: z @ w for w in rng.normal(size=(48, 64, 64)) / 8]
        whole = output(x, branches)
        first.append(np.linalg.norm(output(x, branches[1:]) - whole) / np.linalg.norm(whole))
        last.append(np.linalg.norm(output(x, branches[:-1]) - whole) / np.linalg.norm(whole))
    above("change without the first against without the last", np.mean(first) / np.mean(last), 3.0)
    close("change without the last", np.mean(last), 1 / 7, atol=0.03)


@mutant("pre_block")
def post_norm(x, norm, branch):
    """Normalizes the sum, so the last sub-layer counts as much as any."""
    return norm(x + branch(x))


@mutant("pre_block")
def reads_the_raw_stream(x, norm, branch):
    """Leaves out the norm, so every sub-layer changes the same share of the stream."""
    return x + branch(x)


@mutant("pre_block")
def skip_after_the_norm(x, norm, branch):
    """Takes the skip from the normalized copy."""
    u = norm(x)
    return u + branch(u)


@mutant("stack")
def side_by_side(x, norm, branches, block):
    """Lets every branch read the first stream, so the first sub-layer has no one downstream."""
    streams = [x]
    for branch in branches:
        streams.append(streams[-1] + block(x, norm, branch) - x)
    return streams


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and does not divide."""
    return x - x.mean(axis=-1, keepdims=True)
