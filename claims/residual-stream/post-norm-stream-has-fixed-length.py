"""Run branches of gain 1000 and compare the length of every token after every sub-layer."""

import numpy as np

from refutable import above, close, mutant


def check(stack, post_block, pre_block, layer_norm):
    def norm(z):
        return layer_norm(z, eps=0.0)

    rng = np.random.default_rng(27)
    x = rng.normal(3.0, 2.0, size=(4, 16))
    for gain in (1.0, 1000.0):
        branches = [lambda z, w=w, g=gain: g * np.tanh(z @ w) for w in rng.normal(size=(12, 16, 16))]
        lengths = np.linalg.norm(stack(x, norm, branches, post_block), axis=-1)
        close(f"length of every post-norm token, branches of gain {gain}", lengths[1:], np.sqrt(16), atol=1e-11)
    above("length of the pre-norm tokens", np.linalg.norm(stack(x, norm, branches, pre_block)[-1], axis=-1), 1000.0)


def observe(n, stack, post_block, layer_norm):
    streams = stack(np.array([1.0, -1.0]), lambda z: layer_norm(z, eps=0.0), n * [lambda z: z], post_block)
    return np.linalg.norm(streams[-1])


@mutant("post_block", belief=True)
def swells(x, norm, branch):
    """Adds every write to an unnormalized stream."""
    return x + branch(norm(x))


@mutant("post_block")
def output_norm(x, norm, branch):
    """Normalizes the branch only."""
    return x + norm(branch(x))


@mutant("layer_norm")
def unbiased(x, gain=None, bias=None, eps=1e-5):
    """Divides the variance by d - 1."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True, ddof=1) + eps)


@mutant("layer_norm")
def over_all_tokens(x, gain=None, bias=None, eps=1e-5):
    """Takes mean and variance over all tokens together."""
    return (x - x.mean()) / np.sqrt(x.var() + eps)


@mutant("pre_block")
def post_norm(x, norm, branch):
    """Normalizes the sum, so the pre-norm stream cannot grow either."""
    return norm(x + branch(x))
