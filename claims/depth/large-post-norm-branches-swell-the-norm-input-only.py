"""Streams, norm inputs and skip gradient of a post-norm stack before and after its branches grow a hundredfold."""

import numpy as np

from refutable import close, mutant


def check(post_block, layer_norm, stack, gradient_gain):
    d, depth = 48, 24
    rng = np.random.default_rng(0)
    w = rng.normal(size=(depth, d, d)) / np.sqrt(d)
    x = 3 + 2 * rng.normal(size=(8, d))
    inputs = []

    def norm(z):
        inputs.append(np.std(z, axis=-1).mean())
        return layer_norm(z)

    size = {}
    for factor in (1.0, 100.0):
        inputs.clear()
        streams = stack(x, norm, [lambda z, a=a, f=factor: f * (z @ a) for a in w], post_block)
        close(
            f"mean square of every stream, branches times {factor:g}",
            [np.mean(s**2) for s in streams[1:]],
            np.ones(depth),
            atol=1e-4,
        )
        size[factor] = np.array(inputs[1:])  # the first norm sees the raw input
    # sqrt(1 + 1) becomes sqrt(1 + 100^2)
    close("growth of the norms' inputs", size[100.0].mean() / size[1.0].mean(), np.sqrt(10001 / 2), rtol=0.05)
    fixed = rng.normal(size=(8, d))
    start = layer_norm(x)

    def kept(f):
        return gradient_gain(lambda z: post_block(z, layer_norm, lambda u: f * fixed), start)

    close(
        "skip gradient of one block, over that of a block a hundred times smaller",
        kept(100.0) / kept(1.0),
        np.sqrt(2 / 10001),
        rtol=0.1,
    )


def observe(x, post_block, layer_norm):
    return np.linalg.norm(post_block(x, layer_norm, lambda z: 100 * z[::-1]))


@mutant("post_block", belief=True)
def stream_swells(x, norm, branch):
    """Believes that large branches make the stream large: normalizes only what the branch reads."""
    return x + branch(norm(x))


@mutant("post_block")
def norm_on_the_branch(x, norm, branch):
    """Output-norm, whose writes add up."""
    return x + norm(branch(x))


@mutant("post_block")
def no_skip(x, norm, branch):
    """Normalizes the branch alone."""
    return norm(branch(x))


@mutant("post_block")
def skip_grows_too(x, norm, branch):
    """Weights the skip by ten, so that the norm's input is large from the start."""
    return norm(10 * x + branch(x))


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("gradient_gain")
def scale_blind(f, x, step=1e-5, seed=0):
    """Reports the size of the output and not of its derivative."""
    return float(np.linalg.norm(f(x)) / np.linalg.norm(x))
