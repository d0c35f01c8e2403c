"""Fold the vector of LayerScale into the last matrix of a feed-forward branch, and let the branch write more."""

import numpy as np

from refutable import close, mutant


def check(layer_scale_block, pre_block, feed_forward, layer_norm):
    rng = np.random.default_rng(2)
    d = 8
    x, scale = 3 + 2 * rng.normal(size=(4, d)), rng.uniform(-2, 2, size=d)
    w_in, w_out, b_in, b_out = (rng.normal(size=s) for s in ((d, 16), (16, d), 16, d))

    def norm(z):
        return layer_norm(z, eps=0.0)

    def branch(factor=1.0, fold=1.0):
        return lambda z: feed_forward(z, w_in, factor * w_out * fold, b_in, factor * b_out * fold)

    got = layer_scale_block(x, norm, branch(), scale)
    close("LayerScale against a folded output matrix and bias", got, pre_block(x, norm, branch(fold=scale)), atol=1e-12)
    y = (x - x.mean(axis=-1, keepdims=True)) / x.std(axis=-1, keepdims=True)
    write = scale * (np.maximum(0, y @ w_in + b_in) @ w_out + b_out)
    close("what is written", got - x, write, atol=1e-12)
    close(
        "a branch that writes ten times as much",
        layer_scale_block(x, norm, branch(10.0), scale) - x,
        10 * write,
        atol=1e-11,
    )
    small = layer_scale_block(x, norm, branch(), np.full(d, 1e-5))
    close("start at 1e-5: the write, times 1e5", 1e5 * (small - x), write / scale, atol=1e-8)


@mutant("layer_scale_block")
def scales_what_is_read(x, norm, branch, scale):
    """Multiplies the input of the branch, as the gain of the norm does."""
    return x + branch(scale * norm(x))


@mutant("layer_scale_block")
def scales_the_sum(x, norm, branch, scale):
    """Multiplies the skip as well."""
    return scale * (x + branch(norm(x)))


@mutant("layer_scale_block")
def one_number(x, norm, branch, scale):
    """Uses one number for all features, as ReZero does."""
    return x + scale.mean() * branch(norm(x))


@mutant("layer_scale_block")
def gain_of_an_output_norm(x, norm, branch, scale):
    """Takes the vector for the gain of a norm on the write."""
    return x + scale * norm(branch(norm(x)))


@mutant("layer_scale_block")
def no_norm(x, norm, branch, scale):
    """Leaves out the norm, as in the methods without one."""
    return x + scale * branch(x)


@mutant("feed_forward")
def forgets_the_output_bias(x, w_in, w_out, b_in=0.0, b_out=0.0):
    """Leaves the last bias out."""
    return np.maximum(0.0, x @ w_in + b_in) @ w_out


@mutant("pre_block")
def post_norm(x, norm, branch):
    """Normalizes the sum."""
    return norm(x + branch(x))


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Forgets to divide by the deviation."""
    return x - x.mean(axis=-1, keepdims=True)
