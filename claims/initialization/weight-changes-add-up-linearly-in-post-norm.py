"""Amplification of a random change of all weights in post-norm stacks of 8, 16 and 32 blocks."""

import numpy as np

from refutable import close, mutant


def check(post_block, layer_norm, stack, amplification):
    d = 64
    for depth in (8, 16, 32):
        values = []
        for seed in range(8):
            rng = np.random.default_rng(seed)
            weights, x = rng.normal(size=(depth, d, d)) / np.sqrt(d), rng.normal(size=(16, d))

            def forward(w, x=x):
                return stack(x, layer_norm, [lambda z, a=a: z @ a for a in w], post_block)[-1]

            values.append(amplification(forward, weights, scale=1 / np.sqrt(d)))
        # a changed matrix adds variance 1 to a sum of variance 2: one half a block, and later blocks keep it
        close(
            f"mean square change over half the number of blocks, {depth}", 2 * np.mean(values) / depth, 1.0, atol=0.25
        )


@mutant("post_block")
def norm_inside_the_branch(x, norm, branch):
    """Pre-norm without a final norm."""
    return x + branch(norm(x))


@mutant("post_block")
def pre_norm_read_through_a_norm(x, norm, branch):
    """Weights the skip by 4, as a stream that has grown would be."""
    return norm(4 * x + branch(x))


@mutant("post_block")
def no_skip(x, norm, branch):
    """Forgets the skip, so that every change counts fully."""
    return norm(branch(x))


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("amplification")
def not_squared(forward, weights, scale, step=1e-4, seed=0):
    """Takes the root mean square, which grows like the square root of the depth."""
    v = scale * np.random.default_rng((7, seed)).normal(size=weights.shape)
    return np.sqrt((((forward(weights + step * v) - forward(weights - step * v)) / (2 * step)) ** 2).mean())


@mutant("stack")
def last_block_only(x, norm, branches, block):
    """Runs the last block alone."""
    return [x, block(x, norm, branches[-1])]
