"""Measure how far each block moves x = 1..8, with a zero branch and with one branch shared by both blocks."""

import numpy as np

from refutable import close, equal, mutant


def check(pre_block, post_block, layer_norm):
    x = np.arange(1.0, 9.0)

    def distance(block, branch):
        return np.linalg.norm(block(x, lambda z: layer_norm(z, eps=1e-6), branch) - x)

    def zero(z):
        return 0.0 * z

    def shared(z):  # the features round by one place, times 0.6: the norm of LN(x) is sqrt(8)
        return 0.6 * np.roll(z, 1)

    equal("pre-norm, zero branch", float(distance(pre_block, zero)), 0.0)
    by_hand = np.sqrt(8 * (4.5**2 + (np.sqrt(5.25) - 1) ** 2))  # mean 4.5, variance 5.25
    close("post-norm, zero branch", distance(post_block, zero), by_hand, atol=1e-5)
    close("post-norm, zero branch, as recorded", distance(post_block, zero), 13.2416, atol=1e-4)
    close("pre-norm, shared branch", distance(pre_block, shared), 0.6 * np.sqrt(8), atol=1e-5)
    u = (x - 4.5) / np.sqrt(5.25 + 1e-6)
    out = pre_block(x, lambda z: layer_norm(z, eps=1e-6), shared)
    close("pre-norm, shared branch, by hand", out, x + 0.6 * np.roll(u, 1))
    s = x + 0.6 * np.roll(x, 1)
    out = post_block(x, lambda z: layer_norm(z, eps=1e-6), shared)
    close("post-norm, shared branch, by hand", out, (s - s.mean()) / np.sqrt(s.var() + 1e-6))


@mutant("pre_block")
def skip_after_the_norm(x, norm, branch):
    """Takes the skip from the normalized copy."""
    u = norm(x)
    return u + branch(u)


@mutant("pre_block")
def reads_the_raw_stream(x, norm, branch):
    """Leaves out the norm."""
    return x + branch(x)


@mutant("pre_block")
def branch_never_runs(x, norm, branch):
    """Returns the skip alone."""
    return x


@mutant("post_block")
def pre_norm(x, norm, branch):
    """Leaves the sum without a norm."""
    return x + branch(norm(x))


@mutant("post_block")
def branch_forgotten(x, norm, branch):
    """Normalizes the stream without the branch."""
    return norm(x)


@mutant("layer_norm")
def unbiased(x, gain=None, bias=None, eps=1e-5):
    """Divides the variance by d - 1."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True, ddof=1) + eps)


@mutant("pre_block")
def subtracts(x, norm, branch):
    """Subtracts what the branch writes: as far, in the wrong direction."""
    return x - branch(norm(x))
