"""Differentiate a post-norm block numerically and compare with the chain rule through norm, skip and branch."""

import numpy as np

from refutable import close, mutant


def check(post_block, layer_norm, layer_norm_jacobian, jacobian):
    rng = np.random.default_rng(1)
    x = rng.normal(3.0, 2.0, size=8)
    w = rng.normal(size=(8, 8))
    measured = jacobian(lambda v: post_block(v, lambda z: layer_norm(z, eps=1e-5), lambda z: np.tanh(z @ w)), x)
    write = np.tanh(x @ w)
    inner = np.eye(8) + (1 - write**2)[:, None] * w.T  # I + J_F at the raw stream
    close("J against J_N (I + J_F)", measured, layer_norm_jacobian(x + write, eps=1e-5) @ inner, atol=1e-8)
    # No output of the block can move along the constant vector: LayerNorm removes that direction.
    close("1 J", np.ones(8) @ measured, 0.0, atol=1e-9)


@mutant("post_block")
def pre_norm(x, norm, branch):
    """Leaves the norm off the skip."""
    return x + branch(norm(x))


@mutant("post_block")
def output_norm(x, norm, branch):
    """Normalizes the branch only, so the skip never meets the norm."""
    return x + norm(branch(x))


@mutant("post_block")
def both(x, norm, branch):
    """Puts a second norm in front of the branch."""
    return norm(x + branch(norm(x)))


@mutant("layer_norm_jacobian")
def mean_held_fixed(x, eps=1e-5):
    """Forgets that the mean moves with the input."""
    s = np.sqrt(x.var() + eps)
    y = (x - x.mean()) / s
    return (np.eye(len(x)) - np.outer(y, y) / len(x)) / s


@mutant("layer_norm")
def unbiased(x, gain=None, bias=None, eps=1e-5):
    """Divides the variance by d - 1."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True, ddof=1) + eps)
