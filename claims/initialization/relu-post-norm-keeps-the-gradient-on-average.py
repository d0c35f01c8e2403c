"""Send a gradient through 24 post-norm blocks with ReLU branches in twelve networks and compare its length."""

import numpy as np

from refutable import above, below, close, equal, mutant


def check(post_block, layer_norm, stack, feed_forward, gradient_gain):
    d, depth, gains, cosines = 64, 24, [], []
    for seed in range(12):
        rng = np.random.default_rng(seed)
        w = rng.normal(size=(depth, 2, d, d)) / np.sqrt(d)
        branches = [
            lambda z, a=a: np.sqrt(2) * feed_forward(z, a[0], a[1]) for a in w
        ]  # sqrt(2) keeps the variance at 1
        x = rng.normal(size=(8, d))
        streams = stack(x, layer_norm, branches, post_block)
        equal("streams", len(streams), depth + 1)
        cosines += [
            (a * b).sum() / np.linalg.norm(a) / np.linalg.norm(b)
            for a, b in zip(streams[:-1], streams[1:], strict=True)  # noqa: RUF007
        ]
        gains.append(gradient_gain(lambda z, b=branches: stack(z, layer_norm, b, post_block)[-1], x))
    close("mean cosine of neighbouring streams", np.mean(cosines), np.sqrt(0.5), atol=0.02)
    mean = np.exp(np.log(gains).mean())
    above("gradient at the bottom over gradient at the top, mean", mean, 1 / 1.4)
    below("gradient at the bottom over gradient at the top, mean", mean, 1.4)
    above("the same, smallest of twelve", min(gains), 0.45)
    below("the same, largest of twelve", max(gains), 2.2)


@mutant("post_block")
def norm_inside_the_branch(x, norm, branch):
    """Pre-norm: the skip is never divided, so the gradient grows."""
    return x + branch(norm(x))


@mutant("post_block")
def no_skip(x, norm, branch):
    """Normalizes the branch alone and forgets the skip."""
    return norm(branch(x))


@mutant("post_block")
def skip_counted_twice(x, norm, branch):
    """Adds the stream twice, so that the branch is too small a part of the sum."""
    return norm(2 * x + branch(x))


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("feed_forward")
def no_relu(x, w_in, w_out, b_in=0.0, b_out=0.0):
    """Forgets the ReLU, so that the branch has twice the variance."""
    return (x @ w_in + b_in) @ w_out + b_out


@mutant("gradient_gain")
def skip_path_only(f, x, step=1e-5, seed=0):
    """Follows the gradient along the 24 skips alone, each of which costs it a factor of sqrt(2)."""
    return 2.0 ** (-24 / 2)


@mutant("stack")
def first_block_only(x, norm, branches, block):
    """Runs the first block and stops."""
    return [x, block(x, norm, branches[0])]
