"""Gradient at the last and at the first layer of post-norm stacks whose lower branches do or do not read the stream."""

import numpy as np

from refutable import close, mutant


def check(post_block, layer_norm, stack, gradient_gain):
    d, depth = 64, 24
    rng = np.random.default_rng(0)
    w = rng.normal(size=(depth, d, d)) / np.sqrt(d)
    memory = rng.normal(size=(depth, 16, d))
    x = rng.normal(size=(16, d))
    last, first = {}, {}
    for name, branches in (
        ("reading", [lambda z, a=a: z @ a for a in w]),
        ("not reading", [lambda z, m=m: m for m in memory]),
    ):
        before = stack(x, layer_norm, branches, post_block)[-1]
        # both stacks end in the same kind of block, whose matrix w[0] gets the gradient
        last[name] = gradient_gain(lambda a, b=before: post_block(b, layer_norm, lambda z: z @ a), w[0])
        first[name] = gradient_gain(lambda z, b=branches: stack(z, layer_norm, b, post_block)[-1], x)
    close("last layer: not reading over reading", last["not reading"] / last["reading"], 1.0, atol=0.1)
    ratio = np.log2(first["reading"] / first["not reading"])
    close("first layer: log2 of reading over not reading", ratio, depth / 2, atol=1.5)


def observe(n, post_block, layer_norm, stack, gradient_gain):
    # gradient at the first of n post-norm blocks that do not read the stream, over that of a single norm
    x, *memory = np.random.default_rng(0).normal(size=(n + 1, 64))
    branches = [lambda z, m=m: m for m in memory]
    return gradient_gain(lambda z: stack(z, layer_norm, branches, post_block)[-1], x) / gradient_gain(layer_norm, x)


@mutant("post_block")
def norm_inside_the_branch(x, norm, branch):
    """Pre-norm, where a constant branch costs no gradient."""
    return x + branch(norm(x))


@mutant("post_block")
def skip_counted_twice(x, norm, branch):
    """Weights the skip twice, so that far less is lost."""
    return norm(2 * x + branch(x))


@mutant("post_block")
def no_norm(x, norm, branch):
    """Forgets the norm."""
    return x + branch(x)


@mutant("gradient_gain", belief=True)
def same_everywhere(f, x, step=1e-5, seed=0):
    """Believes that what holds for the last layer holds for all."""
    return 1.0


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("stack")
def last_block_only(x, norm, branches, block):
    """Runs the last block alone, so that nothing has time to vanish."""
    return [x, block(x, norm, branches[-1])]
