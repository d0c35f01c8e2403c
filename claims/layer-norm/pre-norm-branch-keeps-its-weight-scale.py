"""Multiply the output weights of the branch by ten and compare what the block adds to the stream."""

import numpy as np

from refutable import close, mutant


def check(pre_block, layer_norm):
    rng = np.random.default_rng(18)
    x = rng.normal(5, 3, size=(3, 16))
    w_in, w_out = rng.normal(size=(16, 32)), rng.normal(size=(32, 16))

    def written(a):
        return pre_block(x, lambda t: layer_norm(t, eps=1e-5), lambda z: np.maximum(z @ w_in, 0) @ (a * w_out)) - x

    z = (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5)
    for a in (1.0, 10.0, 0.01):
        close(f"written with weights times {a}", written(a), a * np.maximum(z @ w_in, 0) @ w_out, atol=1e-9)


def observe(x, pre_block, layer_norm):
    return pre_block(x, layer_norm, lambda z: 10 * z) - pre_block(x, layer_norm, lambda z: z)


@mutant("pre_block", belief=True)
def branch_output_normalized(x, norm, branch):
    """Normalizes what the branch writes as well, so that the scale of its weights disappears."""
    return x + norm(branch(norm(x)))


@mutant("pre_block")
def norm_after_the_sum(x, norm, branch):
    """Normalizes the sum, as post-norm does."""
    return norm(x + branch(x))


@mutant("pre_block")
def branch_reads_the_stream(x, norm, branch):
    """Forgets the norm in front of the branch."""
    return x + branch(x)


@mutant("pre_block")
def skip_normalized(x, norm, branch):
    """Carries the normalized stream in the skip."""
    return norm(x) + branch(norm(x))


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)
