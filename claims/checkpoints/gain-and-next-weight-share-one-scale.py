"""Move a scale per feature from the matrix into gain and bias and compare, in both placements."""

import numpy as np

from refutable import above, close, mutant


def check(layer_norm, feed_forward, pre_block, post_block):
    rng = np.random.default_rng(4)
    d = 16
    x, w_in, w_out = rng.normal(3, 2, size=(5, d)), rng.normal(size=(d, 32)) / 4, rng.normal(size=(32, d)) / 4
    gain, bias, b_in = rng.normal(1, 0.4, size=d), rng.normal(0, 0.4, size=d), rng.normal(size=32)
    s = rng.uniform(0.1, 10, size=d)

    def read(s):
        w = w_in / s[:, None]
        return (lambda z: layer_norm(z, s * gain, s * bias, eps=1e-5)), (lambda z: feed_forward(z, w, w_out, b_in))

    norm, branch = read(np.ones(d))
    moved, divided = read(s)
    close("pre-norm, scale moved", pre_block(x, moved, divided), pre_block(x, norm, branch))
    change = post_block(moved(x), norm, divided) - post_block(norm(x), norm, branch)
    above("post-norm, scale moved: mean change", np.abs(change).mean(), 0.1)
    u = gain * (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5) + bias
    close("pre-norm, by hand", pre_block(x, norm, branch), x + np.maximum(0, u @ w_in + b_in) @ w_out)


@mutant("layer_norm")
def unit_offset(x, gain=0.0, bias=0.0, eps=1e-5):
    """Takes 1 + gain, for which a multiplied gain is not a multiplied output."""
    z = (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    return (1 + gain) * z + bias


@mutant("layer_norm")
def gain_first(x, gain=1.0, bias=0.0, eps=1e-5):
    """Multiplies by the gain before it normalizes."""
    z = gain * x
    return (z - z.mean(axis=-1, keepdims=True)) / np.sqrt(z.var(axis=-1, keepdims=True) + eps) + bias


@mutant("feed_forward")
def linear_without_offset(x, w_in, w_out, b_in=0.0, b_out=0.0):
    """Drops the offset and the ReLU."""
    return x @ w_in @ w_out


@mutant("feed_forward")
def inner_skip(x, w_in, w_out, b_in=0.0, b_out=0.0):
    """Adds its own input, so that something else reads the gain as well."""
    return x + np.maximum(0, x @ w_in + b_in) @ w_out


@mutant("pre_block")
def norm_on_the_skip(x, norm, branch):
    """Starts the skip after the norm."""
    u = norm(x)
    return u + branch(u)


@mutant("post_block")
def no_skip(x, norm, branch):
    """Has no skip, so that only the branch reads the scaled tensor."""
    return norm(branch(x))
