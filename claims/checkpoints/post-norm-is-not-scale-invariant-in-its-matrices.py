"""Scale the matrix of a linear map before a norm, with and without a skip in between."""

import numpy as np

from refutable import above, close, mutant


def check(layer_norm, post_block, output_norm_block):
    rng = np.random.default_rng(10)
    x, w = rng.normal(3, 2, size=(5, 16)), rng.normal(size=(16, 16)) / 4

    def norm(z):
        return layer_norm(z, eps=0.0)

    def block(place, a, skip=1.0):
        return place(skip * x, norm, lambda z: a * (x @ w))

    for a in (0.1, 10.0):
        close(f"norm alone, matrix times {a}", norm(x @ (a * w)), norm(x @ w))
        close(f"output-norm, matrix times {a}", block(output_norm_block, a), block(output_norm_block, 1))
        change = np.abs(block(post_block, a) - block(post_block, 1)).mean()
        above(f"post-norm, matrix times {a}: mean change", change, 0.1)
        close(f"post-norm, matrix and skip times {a}", block(post_block, a, skip=a), block(post_block, 1))
    s = x + x @ w
    u = (s - s.mean(axis=-1, keepdims=True)) / s.std(axis=-1, keepdims=True)
    close("post-norm, by hand", block(post_block, 1), u)
    close("output-norm, by hand", block(output_norm_block, 1), x + norm(x @ w))
    close("norm alone, matrix times -1", norm(x @ -w), -norm(x @ w))


def observe(x, post_block, layer_norm):  # a branch that reverses the stream and doubles it
    return post_block(x, layer_norm, lambda z: 2 * z[::-1])


@mutant("post_block", belief=True)
def without_skip(x, norm, branch):
    """Believes that only the branch goes through the norm."""
    return norm(branch(x))


@mutant("post_block")
def norm_on_the_write(x, norm, branch):
    """Is output-norm."""
    return x + norm(branch(x))


@mutant("output_norm_block")
def norm_on_the_sum(x, norm, branch):
    """Is post-norm."""
    return norm(x + branch(x))


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and does not divide."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("layer_norm")
def clipped(x, gain=None, bias=None, eps=1e-5):
    """Does not divide by less than 1."""
    z = x - x.mean(axis=-1, keepdims=True)
    return z / np.maximum(1, z.std(axis=-1, keepdims=True))


@mutant("layer_norm")
def no_centring(x, gain=None, bias=None, eps=1e-5):
    """Is an RMSNorm."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True))


@mutant("output_norm_block")
def without_stream(x, norm, branch):
    """Drops the skip."""
    return norm(branch(x))
