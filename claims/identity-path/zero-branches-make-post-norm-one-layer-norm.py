"""Run twelve post-norm sub-layers that write nothing and compare value and Jacobian with one LayerNorm by formula."""

import numpy as np

from refutable import close, mutant


def check(stack, post_block, layer_norm, jacobian):
    x = np.random.default_rng(16).normal(3.0, 2.0, size=8)

    def run(v):
        return stack(v, lambda z: layer_norm(z, eps=0.0), 12 * [lambda z: 0.0 * z], post_block)[-1]

    y = (x - x.mean()) / x.std()
    close("output against (x - mean) / deviation", run(x), y, atol=1e-12)
    one_norm = (np.eye(8) - 1 / 8 - np.outer(y, y) / 8) / x.std()
    close("Jacobian against that of one LayerNorm", jacobian(run, x), one_norm, atol=1e-9)


def observe(x, stack, post_block, layer_norm):
    return stack(x, lambda z: layer_norm(z, eps=0.0), 3 * [lambda z: 0.0 * z], post_block)[-1]


@mutant("post_block", belief=True)
def rescales_again(x, norm, branch):
    """Divides by √2 in every block, as a norm does after a branch of the stream's own size."""
    return norm(x + branch(x)) / np.sqrt(2)


@mutant("post_block")
def pre_norm(x, norm, branch):
    """Leaves the stream without a norm."""
    return x + branch(norm(x))


@mutant("post_block")
def skip_added_again(x, norm, branch):
    """Adds the skip once more after the norm."""
    return x + norm(x + branch(x))


@mutant("layer_norm")
def eps_always_on(x, gain=None, bias=None, eps=1e-5):
    """Adds 1e-5 to the variance whatever eps is asked for."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5)


@mutant("layer_norm")
def unbiased(x, gain=None, bias=None, eps=1e-5):
    """Divides the variance by d - 1."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True, ddof=1) + eps)


@mutant("layer_norm")
def root_mean_square(x, gain=None, bias=None, eps=1e-5):
    """Does not subtract the mean."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)
