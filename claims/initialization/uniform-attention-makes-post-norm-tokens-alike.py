"""Stack uniform attention (queries zero) in post-norm and follow the share of the stream that tells tokens apart."""

import numpy as np

from refutable import below, close, mutant


def check(post_block, layer_norm, stack, attention):
    tokens, d, depth = 16, 64, 24
    rng = np.random.default_rng(0)
    zero = np.zeros((d, d))
    w = rng.normal(size=(depth, 2, d, d)) / np.sqrt(d)
    branches = [lambda z, a=a: attention(z, zero, zero, a[0], a[1]) for a in w]
    streams = stack(rng.normal(size=(tokens, d)), layer_norm, branches, post_block)
    share = [np.linalg.norm(s - s.mean(axis=0)) / np.linalg.norm(s) for s in streams]
    close("factor per sub-layer, 9 to 24", (share[24] / share[8]) ** (1 / 16), np.sqrt(0.5), atol=0.03)
    below("share that differs after 24 sub-layers", share[24], 0.01)


@mutant("post_block")
def norm_inside_the_branch(x, norm, branch):
    """Pre-norm, which keeps the differences."""
    return x + branch(norm(x))


@mutant("post_block")
def no_skip(x, norm, branch):
    """Without the skip the tokens are equal after one sub-layer."""
    return norm(branch(x))


@mutant("attention")
def each_token_to_itself(x, w_q, w_k, w_v, w_o, heads=1, causal=False):
    """Mixes no tokens: every token attends to itself."""
    return x @ w_v @ w_o


@mutant("attention")
def sum_instead_of_mean(x, w_q, w_k, w_v, w_o, heads=1, causal=False):
    """Adds the values up and forgets that the softmax weights sum to 1."""
    return np.broadcast_to(x.sum(axis=0) @ w_v @ w_o, x.shape)


@mutant("layer_norm")
def over_the_tokens(x, gain=None, bias=None, eps=1e-5):
    """Takes the statistics over the tokens, as batch norm would."""
    return (x - x.mean(axis=0)) / np.sqrt(x.var(axis=0) + eps)
