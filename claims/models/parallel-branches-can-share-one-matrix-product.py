"""Fuse the value and feed-forward input matrices of a parallel block, and try the same on a serial pair."""

import numpy as np

from refutable import above, close, mutant


def check(parallel_block, pre_block, layer_norm):
    rng = np.random.default_rng(0)
    d, hidden = 16, 32
    w_v, w_in = rng.normal(size=(d, d)) / 4, rng.normal(size=(d, hidden)) / 4
    w_o, w_out = rng.normal(size=(d, d)) / 4, rng.normal(size=(hidden, d)) / 6
    x = 3 + 2 * rng.normal(size=(6, d))

    def attend(z):  # uniform attention
        return np.broadcast_to((z @ w_v).mean(axis=0) @ w_o, z.shape)

    def mlp(z):
        return np.maximum(0, z @ w_in) @ w_out

    both = layer_norm(x) @ np.concatenate([w_v, w_in], axis=1)  # the one product
    values, units = both[:, :d], both[:, d:]
    fused = x + values.mean(axis=0) @ w_o + np.maximum(0, units) @ w_out
    close("parallel block against one fused product", parallel_block(x, layer_norm, attend, mlp), fused, atol=1e-12)
    serial = pre_block(pre_block(x, layer_norm, attend), layer_norm, mlp)
    above(
        "serial sub-layers against the fused product, relative",
        np.linalg.norm(serial - fused) / np.linalg.norm(fused),
        0.02,
    )
    h = x + attend(layer_norm(x))
    close("serial sub-layers by hand", serial, h + mlp(layer_norm(h)), atol=1e-12)


@mutant("parallel_block")
def serial(x, norm, attention, feed_forward, second_norm=None):
    """Lets the feed-forward read what attention has written."""
    h = x + attention(norm(x))
    return h + feed_forward(norm(h))


@mutant("parallel_block")
def raw_feed_forward(x, norm, attention, feed_forward, second_norm=None):
    """Normalizes the input of attention only."""
    return x + attention(norm(x)) + feed_forward(x)


@mutant("parallel_block")
def averaged(x, norm, attention, feed_forward, second_norm=None):
    """Averages the two branches."""
    return x + (attention(norm(x)) + feed_forward(norm(x))) / 2


@mutant("parallel_block")
def skip_twice(x, norm, attention, feed_forward, second_norm=None):
    """Adds the skip once for each branch."""
    return 2 * x + attention(norm(x)) + feed_forward(norm(x))


@mutant("pre_block")
def norm_on_the_sum(x, norm, branch):
    """Post-norm."""
    return norm(x + branch(x))


@mutant("layer_norm")
def over_the_tokens(x, gain=None, bias=None, eps=1e-5):
    """Takes the statistics over the tokens."""
    return (x - x.mean(axis=0)) / np.sqrt(x.var(axis=0) + eps)
