"""Measure the length of each update of a random post-LN stack against the length of the stream."""

import numpy as np

from refutable import close, mutant


def check(stack, post_block, layer_norm):
    def norm(z):
        return layer_norm(z, eps=0.0)

    rng = np.random.default_rng(24)
    weights = rng.normal(size=(48, 64, 64)) / 8
    x = rng.normal(size=(32, 64))
    x = (x - x.mean(axis=1, keepdims=True)) / x.std(axis=1, keepdims=True)
    streams = np.array(stack(x, norm, [lambda z, w=w: z @ w for w in weights], post_block))
    fractions = np.linalg.norm(np.diff(streams, axis=0), axis=-1) / np.linalg.norm(streams[:-1], axis=-1)
    close("share of the stream changed, at every depth", fractions.mean(axis=1), np.sqrt(2 - np.sqrt(2)), atol=0.15)
    close("its mean over depth", fractions.mean(), np.sqrt(2 - np.sqrt(2)), atol=0.03)
    close("mean of the first 8 against the last 8", fractions[:8].mean() / fractions[-8:].mean(), 1.0, atol=0.06)


@mutant("post_block")
def pre_norm(x, norm, branch):
    """Leaves the stream without a norm, so the share falls with depth."""
    return x + branch(norm(x))


@mutant("post_block")
def output_norm(x, norm, branch):
    """Normalizes the branch only."""
    return x + norm(branch(x))


@mutant("post_block")
def no_skip(x, norm, branch):
    """Forgets the skip, so the stream is replaced at every depth."""
    return norm(branch(x))


@mutant("post_block")
def scaled_skip(x, norm, branch):
    """Multiplies the skip by 2, as DeepNorm does at eight layers, which turns the stream less."""
    return norm(2 * x + branch(x))


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and does not divide."""
    return x - x.mean(axis=-1, keepdims=True)
