"""Differentiate a pre-norm block numerically and compare with the identity plus the chain rule through its branch."""

import numpy as np

from refutable import close, mutant


def check(pre_block, layer_norm, layer_norm_jacobian, jacobian):
    rng = np.random.default_rng(0)
    x = rng.normal(3.0, 2.0, size=8)
    w = rng.normal(size=(8, 8))
    measured = jacobian(lambda v: pre_block(v, lambda z: layer_norm(z, eps=1e-5), lambda z: np.tanh(z @ w)), x)
    write = np.tanh(layer_norm(x, eps=1e-5) @ w)
    branch_jacobian = (1 - write**2)[:, None] * w.T  # of tanh(z W) at z = N(x)
    close("J against I + J_F J_N", measured, np.eye(8) + branch_jacobian @ layer_norm_jacobian(x, eps=1e-5), atol=1e-8)


@mutant("pre_block")
def post_norm(x, norm, branch):
    """Normalizes the sum, so the identity goes through the norm as well."""
    return norm(x + branch(x))


@mutant("pre_block")
def skip_after_the_norm(x, norm, branch):
    """Takes the skip from the normalized copy."""
    u = norm(x)
    return u + branch(u)


@mutant("pre_block")
def output_norm(x, norm, branch):
    """Normalizes what the branch writes instead of what it reads."""
    return x + norm(branch(x))


@mutant("pre_block")
def no_skip(x, norm, branch):
    """Forgets the skip."""
    return branch(norm(x))


@mutant("layer_norm_jacobian")
def statistics_held_fixed(x, eps=1e-5):
    """Treats mean and deviation as constants, so that the norm is only a factor 1/s."""
    return np.eye(len(x)) / np.sqrt(x.var() + eps)


@mutant("layer_norm")
def root_mean_square(x, gain=None, bias=None, eps=1e-5):
    """Does not subtract the mean."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)
