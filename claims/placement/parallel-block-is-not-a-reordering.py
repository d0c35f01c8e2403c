"""Shrink attention's write and watch how fast the parallel and the sequential block approach each other."""

import numpy as np

from refutable import above, close, mutant


def check(parallel_block, pre_block, attention, feed_forward, layer_norm):
    rng = np.random.default_rng(7)
    x = rng.normal(3.0, 2.0, size=(5, 8))
    maps, w_in, w_out = rng.normal(size=(4, 8, 8)) / 2, rng.normal(size=(8, 16)), rng.normal(size=(16, 8)) / 2

    def norm(z):
        return layer_norm(z, eps=1e-5)

    def feed(z):
        return feed_forward(z, w_in, w_out)

    def difference(size):
        def mix(z):
            return size * attention(z, *maps, heads=2)

        sequential = pre_block(pre_block(x, norm, mix), norm, feed)
        return np.abs(parallel_block(x, norm, mix, feed) - sequential).max()

    above("difference at full size", difference(1.0), 0.1)
    close("difference, write of 1e-4 against 1e-5", difference(1e-4) / difference(1e-5), 10.0, atol=0.1)
    close("difference without attention", difference(0.0), 0.0, atol=1e-12)
    added = parallel_block(x, norm, lambda z: attention(z, *maps, heads=2), feed) - x
    u = (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5)
    apart = attention(u, *maps, heads=2) + np.maximum(0, u @ w_in) @ w_out  # neither sees the other
    close("what the parallel block adds", added, apart, atol=1e-12)


def observe(x, parallel_block, layer_norm):
    return parallel_block(x, lambda z: layer_norm(z, eps=0.0), lambda z: z[::-1], lambda z: np.maximum(0.0, z))


@mutant("parallel_block", belief=True)
def sequential(x, norm, attention, feed_forward, second_norm=None):
    """Lets the feed-forward read the stream after attention has written to it."""
    y = x + attention(norm(x))
    return y + feed_forward((second_norm or norm)(y))


@mutant("parallel_block")
def feed_forward_first(x, norm, attention, feed_forward, second_norm=None):
    """Runs the two one after the other, feed-forward first."""
    y = x + feed_forward(norm(x))
    return y + attention((second_norm or norm)(y))


@mutant("parallel_block")
def feed_forward_reads_raw(x, norm, attention, feed_forward, second_norm=None):
    """Leaves the norm off the feed-forward."""
    return x + attention(norm(x)) + feed_forward(x)


@mutant("parallel_block")
def attention_dropped(x, norm, attention, feed_forward, second_norm=None):
    """Loses what attention wrote."""
    return x + feed_forward(norm(x)) + 0 * attention(norm(x))


@mutant("pre_block")
def skip_after_the_norm(x, norm, branch):
    """Takes the skip from the normalized copy."""
    u = norm(x)
    return u + branch(u)


@mutant("layer_norm")
def over_all_tokens(x, gain=None, bias=None, eps=1e-5):
    """Takes mean and variance over all tokens together."""
    return (x - x.mean()) / np.sqrt(x.var() + eps)
