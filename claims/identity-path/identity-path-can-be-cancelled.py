"""Build the branch that writes the negative of the centred stream, and look at output and Jacobian of the block."""

import numpy as np

from refutable import close, mutant


def check(pre_block, layer_norm, jacobian):
    x = np.random.default_rng(7).normal(3.0, 2.0, size=8)

    def block(v):
        return pre_block(v, lambda z: layer_norm(z, eps=0.0), lambda z: -x.std() * z)

    close("output against the mean of x", block(x), np.full(8, x.mean()), atol=1e-12)
    values = np.linalg.svd(jacobian(block, x), compute_uv=False)
    close("singular values of J", values, np.array([1.0, 1.0, 0, 0, 0, 0, 0, 0]), atol=1e-8)


def observe(x, pre_block, layer_norm):
    return pre_block(x, lambda z: layer_norm(z, eps=0.0), lambda z: -x.std() * z)


@mutant("pre_block", belief=True)
def skip_is_safe(x, norm, branch):
    """Lets the input arrive whatever the branch writes."""
    return x


@mutant("pre_block")
def branch_adds_only(x, norm, branch):
    """Lets the branch add to the stream but never take away."""
    return x + np.abs(branch(norm(x)))


@mutant("pre_block")
def output_norm(x, norm, branch):
    """Normalizes what the branch writes, so that it cannot write a vector of the stream's size."""
    return x + norm(branch(x))


@mutant("layer_norm")
def root_mean_square(x, gain=None, bias=None, eps=1e-5):
    """Does not subtract the mean."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def eps_always_on(x, gain=None, bias=None, eps=1e-5):
    """Adds 1e-3 to the variance whatever eps is asked for."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-3)
