"""Enlarge the last block's write and compare the change of the logits with its product with the unembedding."""

import numpy as np

from refutable import above, close, mutant


def check(logits, rms_norm, pre_block, stack):
    rng = np.random.default_rng(3)
    d = 16
    x, e = rng.normal(3, 2, size=(6, d)), rng.normal(size=(50, d))
    w = rng.normal(size=(4, d, d)) / 4
    branches = [lambda z, m=m: np.tanh(z @ m) for m in w]

    def norm(z):
        return rms_norm(z, eps=0.0)

    def read(factor, final):
        last = lambda z: factor * branches[-1](z)  # noqa: E731
        streams = stack(x, norm, [*branches[:-1], last], pre_block)
        return logits(streams[-1], e, final), streams[-2]

    before, stream = read(1, lambda z: z)
    scale = np.sqrt((stream**2).mean(axis=-1, keepdims=True))
    write = np.tanh(stream / scale @ w[-1])
    for factor in (2, 1000):
        change = read(factor, lambda z: z)[0] - before
        close(f"change of the logits, write times {factor}", change, (factor - 1) * write @ e.T, rtol=1e-9)
    raw, bounded = (np.abs(read(1000, final)[0]).max() for final in (lambda z: z, norm))
    above("raw logits / logits with a final norm, write times 1000", raw / bounded, 100)


@mutant("pre_block")
def post_norm(x, norm, branch):
    """Normalizes the sum, so the head reads a normalized stream."""
    return norm(x + branch(x))


@mutant("pre_block")
def output_norm(x, norm, branch):
    """Normalizes the write, so that doubling it has no effect."""
    return x + norm(branch(x))


@mutant("stack")
def hidden_final_norm(x, norm, branches, block):
    """Ends with a final norm."""
    streams = [x]
    for branch in branches:
        streams.append(block(streams[-1], norm, branch))
    return [*streams[:-1], norm(streams[-1])]


@mutant("logits")
def normalized_head(x, unembedding, norm):
    """Normalizes the stream in any case."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True)) @ unembedding.T


@mutant("rms_norm")
def centring(x, gain=1.0, eps=1e-5):
    """Is a LayerNorm: the block reads, and writes, something else."""
    z = x - x.mean(axis=-1, keepdims=True)
    return gain * z / np.sqrt((z**2).mean(axis=-1, keepdims=True) + eps)
