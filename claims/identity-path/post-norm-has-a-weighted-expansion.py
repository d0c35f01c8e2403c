"""Recompute every stream of a post-LN stack as a weighted sum of the input and of what the branches wrote."""

import numpy as np

from refutable import close, mutant


def check(stack, post_block, layer_norm, centre):
    rng = np.random.default_rng(14)
    x = rng.normal(3.0, 2.0, size=(3, 16))
    branches = [lambda z, w=w: np.tanh(z @ w) + 1.0 for w in rng.normal(size=(6, 16, 16)) / 2]
    streams = stack(x, lambda z: layer_norm(z, eps=0.0), branches, post_block)
    terms = [x]
    for depth, (branch, stream) in enumerate(zip(branches, streams, strict=False), start=1):
        terms.append(branch(stream))
        deviation = (stream + terms[-1]).std(axis=-1, keepdims=True)
        terms = [centre(term) / deviation for term in terms]  # all that a block does to each term
        close(f"x_{depth} against the weighted sum", streams[depth], sum(terms), atol=1e-11)


@mutant("post_block")
def output_norm(x, norm, branch):
    """Normalizes the branch and leaves the skip alone."""
    return x + norm(branch(x))


@mutant("post_block")
def pre_norm(x, norm, branch):
    """Leaves the stream without a norm, which gives the unweighted expansion."""
    return x + branch(norm(x))


@mutant("layer_norm")
def unbiased(x, gain=None, bias=None, eps=1e-5):
    """Divides the variance by d - 1."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True, ddof=1) + eps)


@mutant("layer_norm")
def eps_always_on(x, gain=None, bias=None, eps=1e-5):
    """Adds 1e-5 to the variance whatever eps is asked for."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5)


@mutant("centre")
def not_centred(x):
    """Leaves the mean in every term."""
    return x


@mutant("stack")
def loses_the_input(x, norm, branches, block):
    """Takes a zero input for the skip of the first block."""
    streams = [x, norm(branches[0](x))]
    for branch in branches[1:]:
        streams.append(block(streams[-1], norm, branch))
    return streams
