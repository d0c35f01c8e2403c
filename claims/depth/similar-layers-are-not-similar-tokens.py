"""In two random stacks, measure the cosine between neighbouring streams of a token and between two tokens."""

from itertools import pairwise

import numpy as np

from refutable import above, below, close, mutant


def cosine(a, b):
    return (a * b).sum(axis=-1) / np.linalg.norm(a, axis=-1) / np.linalg.norm(b, axis=-1)


def between_tokens(stream):
    return np.abs(cosine(stream[:, None], stream[None])[np.triu_indices(len(stream), 1)]).mean()


def check(stack, pre_block, post_block, layer_norm, attention):
    rng = np.random.default_rng(17)
    tokens, d = 16, 256
    x, zero = rng.normal(size=(tokens, d)), np.zeros((d, d))
    weights = rng.normal(size=(49, d, d)) / np.sqrt(d)
    streams = stack(x, layer_norm, [lambda z, w=w: z @ w for w in weights], pre_block)
    close("pre-norm: cosine across sub-layer 48", cosine(streams[48], streams[49]).mean(), 0.99, atol=0.004)
    close("pre-norm: size of the last stream", np.sqrt(np.mean(streams[-1] ** 2)), np.sqrt(50), rtol=0.1)
    below("pre-norm: mean cosine of two tokens, without sign", between_tokens(streams[-1]), 0.2)
    pairs = rng.normal(size=(24, 2, d, d)) / np.sqrt(d)
    mixing = [lambda z, a=a: attention(z, zero, zero, a[0], a[1]) for a in pairs]
    streams = stack(x, layer_norm, mixing, post_block)
    above("post-norm: mean cosine of two tokens", between_tokens(streams[-1]), 0.999)
    close(
        "post-norm: cosine across a sub-layer, 9 to 24",
        np.mean([cosine(a, b).mean() for a, b in pairwise(streams[8:])]),
        np.sqrt(0.5),
        atol=0.05,
    )


@mutant("pre_block")
def post_norm(x, norm, branch):
    """Normalizes the sum, so that late streams differ as much as early ones."""
    return norm(x + branch(x))


@mutant("pre_block")
def late_layers_idle(x, norm, branch):
    """Shrinks the write as the stream grows, as layers that learned nothing would."""
    return x + branch(norm(x)) / (x**2).mean(axis=-1, keepdims=True)


@mutant("pre_block")
def mixes_tokens(x, norm, branch):
    """Adds the mean of the writes to every token, as uniform attention would."""
    return x + branch(norm(x)).mean(axis=0)


@mutant("post_block")
def pre_norm(x, norm, branch):
    """Leaves the skip alone, which keeps the tokens apart."""
    return x + branch(norm(x))


@mutant("post_block")
def no_skip(x, norm, branch):
    """Without the skip a stream has nothing of the one before."""
    return norm(branch(x))


@mutant("attention")
def each_token_to_itself(x, w_q, w_k, w_v, w_o, heads=1, causal=False):
    """Mixes no tokens."""
    return x @ w_v @ w_o


@mutant("layer_norm")
def over_the_tokens(x, gain=None, bias=None, eps=1e-5):
    """Takes the statistics over the tokens, as batch norm would."""
    return (x - x.mean(axis=0)) / np.sqrt(x.var(axis=0) + eps)
