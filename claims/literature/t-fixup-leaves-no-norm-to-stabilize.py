"""Rescale the input of a stack without norms and of a post-norm stack."""

import numpy as np

from refutable import close, mutant


def check(no_norm_block, post_block, layer_norm, feed_forward):
    rng = np.random.default_rng(0)
    d, depth = 16, 6
    w = 0.3 * rng.normal(size=(depth, 2, d, d)) / np.sqrt(d)
    x = 3 + 2 * rng.normal(size=(5, d))

    def exact(z):
        return layer_norm(z, eps=0.0)

    def run(z, block):
        for a in w:
            z = block(z, lambda u, a=a: feed_forward(u, a[0], a[1]))
        return z

    def free(z, branch):
        return no_norm_block(z, branch, 1.0)

    def post(z, branch):
        return post_block(z, exact, branch)

    close("without norms: ten times the input", run(10 * x, free), 10 * run(x, free), atol=1e-9)
    close("post-norm: ten times the input", run(10 * x, post), run(x, post), atol=1e-9)
    by_hand = x + np.maximum(0, x @ w[0, 0]) @ w[0, 1]
    close("one sub-layer by hand", free(x, lambda u: feed_forward(u, *w[0])), by_hand, atol=1e-12)


def observe(x, no_norm_block):
    return no_norm_block(x, lambda z: 2 * z, 1.0)


@mutant("no_norm_block", belief=True)
def a_norm_is_left(x, branch, alpha):
    """Believes that the block is still post-norm."""
    total = x + alpha * branch(x)
    return (total - total.mean(axis=-1, keepdims=True)) / np.sqrt(total.var(axis=-1, keepdims=True) + 1e-12)


@mutant("no_norm_block")
def branch_input_normalised(x, branch, alpha):
    """Keeps a norm on what the branch reads."""
    return x + alpha * branch((x - x.mean(axis=-1, keepdims=True)) / x.std(axis=-1, keepdims=True))


@mutant("no_norm_block")
def no_skip(x, branch, alpha):
    """Drops the skip along with the norm."""
    return alpha * branch(x)


@mutant("post_block")
def norm_on_the_branch(x, norm, branch):
    """Output-norm, whose stream keeps the scale of its input."""
    return x + norm(branch(x))


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("feed_forward")
def squared_relu(x, w_in, w_out, b_in=0.0, b_out=0.0):
    """Squares the hidden units, so that the branch is not proportional to its input."""
    return np.maximum(0.0, x @ w_in + b_in) ** 2 @ w_out + b_out
