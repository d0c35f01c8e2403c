"""Compare x + N(F(x)) with the two other placements and measure what it adds."""

import numpy as np

from refutable import above, close, mutant


def check(output_norm_block, pre_block, post_block, layer_norm):
    rng = np.random.default_rng(0)
    x, w = rng.normal(3.0, 2.0, size=(4, 8)), rng.normal(size=(8, 8))

    def norm(z):
        return layer_norm(z, eps=0.0)

    def branch(z):
        return np.tanh(z @ w / 4)

    out = output_norm_block(x, norm, branch)
    for name, block in (("pre-norm", pre_block), ("post-norm", post_block)):
        above(f"difference from {name}, each token", np.abs(out - block(x, norm, branch)).max(axis=-1), 0.5)
    write = branch(x)
    want = (write - write.mean(axis=-1, keepdims=True)) / write.std(axis=-1, keepdims=True)
    close("what the block adds to x", out - x, want, atol=1e-12)
    close("its length", np.linalg.norm(out - x, axis=-1), np.sqrt(8), atol=1e-12)
    # With a zero branch and eps above 0 the skip shows: the block is the identity, unlike post-norm.
    zero = output_norm_block(x, lambda z: layer_norm(z, eps=1e-5), lambda z: 0 * z)
    close("zero branch", zero, x, atol=0.0)


def observe(x, output_norm_block, layer_norm):
    return output_norm_block(x, lambda z: layer_norm(z, eps=0.0), lambda z: 2 * z)


@mutant("output_norm_block", belief=True)
def post_norm(x, norm, branch):
    """Puts the norm after the addition."""
    return norm(x + branch(x))


@mutant("output_norm_block")
def pre_norm(x, norm, branch):
    """Normalizes what the branch reads."""
    return x + branch(norm(x))


@mutant("output_norm_block")
def sandwich(x, norm, branch):
    """Normalizes what the branch reads as well as what it writes."""
    return x + norm(branch(norm(x)))


@mutant("output_norm_block")
def no_skip(x, norm, branch):
    """Forgets the skip."""
    return norm(branch(x))


@mutant("pre_block")
def output_norm_called_pre(x, norm, branch):
    """Normalizes the write and calls that pre-norm."""
    return x + norm(branch(x))


@mutant("post_block")
def output_norm_called_post(x, norm, branch):
    """Normalizes the write and calls that post-norm."""
    return x + norm(branch(x))
