"""Gradient along the skip path of post-norm and of Keel stacks."""

import numpy as np

from refutable import close, mutant


def check(keel_block, post_block, layer_norm, gradient_gain):
    d = 128
    for depth in (8, 24):
        rng = np.random.default_rng(depth)
        writes = rng.normal(size=(depth, 16, d))
        x = layer_norm(3 + 2 * rng.normal(size=(16, d)))

        def keel(z, writes=writes, depth=depth):
            for m in writes:
                z = keel_block(z, layer_norm, lambda u, m=m: m, depth)
            return z

        def post(z, writes=writes):
            for m in writes:
                z = post_block(z, layer_norm, lambda u, m=m: m)
            return z

        want = np.sqrt(1 - 2 / d) * (depth / np.sqrt(depth**2 + 1)) ** depth
        close(f"kept by {depth} Keel sub-layers", gradient_gain(keel, x), want, atol=0.01)
        close(f"log2 kept by {depth} post-norm sub-layers", np.log2(gradient_gain(post, x)), -depth / 2, atol=0.5)
    # the branch reads a normalized copy: equation (8) by hand on one row
    row = 5 + 3 * rng.normal(size=12)
    u = (row - row.mean()) / np.sqrt(row.var() + 1e-5)
    total = 24 * row + np.tanh(u)
    by_hand = (total - total.mean()) / np.sqrt(total.var() + 1e-5)
    close("one row by hand", keel_block(row, layer_norm, np.tanh, 24), by_hand, atol=1e-10)


@mutant("keel_block")
def branch_reads_the_stream(x, norm, branch, alpha):
    """DeepNorm's block, without the inner norm."""
    return norm(alpha * x + branch(x))


@mutant("keel_block")
def plain_post_norm(x, norm, branch, alpha):
    """Forgets the weight of the skip."""
    return norm(x + branch(norm(x)))


@mutant("keel_block")
def convex_gate(x, norm, branch, alpha):
    """A highway gate that gives the branch what it takes from the skip, with weights 1/2."""
    return norm(0.5 * x + 0.5 * branch(norm(x)))


@mutant("keel_block")
def skip_normalised_first(x, norm, branch, alpha):
    """Leaves the sum without a norm and normalizes the skip."""
    return alpha * norm(x) + branch(norm(x))


@mutant("post_block")
def norm_on_the_branch(x, norm, branch):
    """Output-norm, whose skip keeps everything."""
    return x + norm(branch(x))


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("gradient_gain")
def never_loses(f, x, step=1e-5, seed=0):
    """Believes that a skip path never loses gradient."""
    return 1.0
