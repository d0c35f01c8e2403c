"""Gradient of the last block's output matrix in post-norm stacks of 4, 16 and 64 blocks."""

import numpy as np

from refutable import close, mutant


def check(post_block, layer_norm, stack, feed_forward, gradient_gain):
    d, sizes = 48, {}
    for depth in (4, 16, 64):
        gains = []
        for seed in range(4):
            rng = np.random.default_rng(seed)
            w = rng.normal(size=(depth, 2, d, d)) / np.sqrt(d)
            branches = [lambda z, a=a: feed_forward(z, a[0], a[1]) for a in w]
            before = stack(3 + 2 * rng.normal(size=(8, d)), layer_norm, branches[:-1], post_block)[-1]

            def last_block(matrix, before=before, w_in=w[-1, 0]):
                return post_block(before, layer_norm, lambda z: feed_forward(z, w_in, matrix))

            gains.append(gradient_gain(last_block, w[-1, 1]))
        sizes[depth] = np.sqrt(np.mean(np.square(gains)))
    # each hidden unit has mean square 1/2, and the norm divides by the root of 1 + 1/2; eight rows share the matrix
    close("gradient at 4 blocks", sizes[4], np.sqrt(8 * 0.5 / 1.5), rtol=0.1)
    for depth in (16, 64):
        close(f"gradient at {depth} blocks over gradient at 4", sizes[depth] / sizes[4], 1.0, atol=0.2)


@mutant("post_block")
def norm_inside_the_branch(x, norm, branch):
    """Pre-norm without a final norm, whose output matrix sees no norm at all."""
    return x + branch(norm(x))


@mutant("post_block")
def norm_on_the_branch(x, norm, branch):
    """Output-norm: divides by the branch's deviation, not by that of the sum."""
    return x + norm(branch(x))


@mutant("post_block")
def no_norm(x, norm, branch):
    """Forgets the norm, so that stream and gradient grow with depth."""
    return x + branch(x)


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("feed_forward")
def no_relu(x, w_in, w_out, b_in=0.0, b_out=0.0):
    """Forgets the ReLU, which doubles the hidden units' variance."""
    return (x @ w_in + b_in) @ w_out + b_out


@mutant("gradient_gain")
def not_a_ratio(f, x, step=1e-5, seed=0):
    """Forgets to divide by the length of the perturbation."""
    v = np.random.default_rng(seed + 1).normal(size=x.shape)
    return np.linalg.norm(f(x + step * v) - f(x - step * v)) / (2 * step)
