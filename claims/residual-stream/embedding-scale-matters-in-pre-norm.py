"""Multiply the embeddings by 10 and compare first write and normalized output."""

import numpy as np

from refutable import above, below, close, mutant


def cosine(a, b):
    return (a * b).sum(axis=-1) / np.linalg.norm(a, axis=-1) / np.linalg.norm(b, axis=-1)


def check(stack, pre_block, layer_norm):
    def norm(z):
        return layer_norm(z, eps=0.0)

    rng = np.random.default_rng(30)
    x = rng.normal(0.5, 1.0, size=(4, 16))
    branches = [lambda z, w=w: np.tanh(z @ w) for w in rng.normal(size=(6, 16, 16))]
    plain, scaled = (np.array(stack(a * x, norm, branches, pre_block)) for a in (1.0, 10.0))
    close("first write, 10 x against x", scaled[1] - scaled[0], plain[1] - plain[0], atol=1e-11)
    change = np.abs(norm(scaled[-1]) - norm(plain[-1])).max(axis=-1)
    above("change of the output behind a final norm", change, 0.3)
    above("cosine of embedding and output, scaled", cosine(10 * x, scaled[-1]), 0.9)
    below("cosine of embedding and output, plain", cosine(x, plain[-1]), 0.8)


def observe(x, pre_block, layer_norm):
    # behind a final norm: the first block at 10 times the embedding; its branch moves the features on by one place
    def norm(z):
        return layer_norm(z, eps=0.0)

    return norm(pre_block(10 * x, norm, lambda z: np.roll(z, 1)))


@mutant("pre_block", belief=True)
def normalizes_the_embedding(x, norm, branch):
    """Takes the skip from the normalized copy, where the scale is indeed gone."""
    u = norm(x)
    return u + branch(u)


@mutant("pre_block")
def reads_the_raw_stream(x, norm, branch):
    """Leaves out the norm, so the write grows with the embedding."""
    return x + branch(x)


@mutant("pre_block")
def post_norm(x, norm, branch):
    """Normalizes the sum."""
    return norm(x + branch(x))


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and does not divide."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("stack")
def rescales_the_writes(x, norm, branches, block):
    """Lets the writes grow with the size of the embedding."""
    streams, size = [x], x.std()
    for branch in branches:
        streams.append(block(streams[-1], norm, lambda z, b=branch: size * b(z)))
    return streams
