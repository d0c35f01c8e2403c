"""Add constant vectors to a post-norm stream and measure what each block does to the gradient."""

import numpy as np

from refutable import close, mutant


def check(post_block, layer_norm, stack, gradient_gain):
    d, depth = 128, 12
    rng = np.random.default_rng(0)
    x = rng.normal(size=(16, d))
    for c in (0.25, 1.0, 2.0):
        memory = np.sqrt(c) * rng.normal(size=(depth, 16, d))
        branches = [lambda z, m=m: m for m in memory]
        gain = gradient_gain(lambda z, b=branches: stack(z, layer_norm, b, post_block)[-1], x)
        want = np.sqrt((1 - 2 / d) / (1 + c))
        close(f"gradient factor of one block, c = {c}", gain ** (1 / depth), want, atol=0.01)


@mutant("post_block")
def norm_inside_the_branch(x, norm, branch):
    """Pre-norm, where a constant branch leaves the gradient as it is."""
    return x + branch(norm(x))


@mutant("post_block")
def norm_on_the_branch(x, norm, branch):
    """Output-norm: the norm sees the branch alone."""
    return x + norm(branch(x))


@mutant("post_block")
def skip_counted_twice(x, norm, branch):
    """Weights the skip twice, as a scaled post-norm would."""
    return norm(2 * x + branch(x))


@mutant("post_block")
def no_skip(x, norm, branch):
    """Forgets the skip, and with it the whole gradient."""
    return norm(branch(x))


@mutant("layer_norm")
def divide_by_variance(x, gain=None, bias=None, eps=1e-5):
    """Divides by the variance in place of the standard deviation."""
    return (x - x.mean(axis=-1, keepdims=True)) / (x.var(axis=-1, keepdims=True) + eps)
