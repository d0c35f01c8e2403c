"""Gradient gain of one post-norm block: sum, skip alone, and the whole."""

import numpy as np

from refutable import close, mutant


def check(post_block, layer_norm, gradient_gain):
    d = 64
    for c in (0.25, 1.0, 4.0):
        gains = {"sum": [], "skip": [], "block": []}
        for seed in range(6):
            rng = np.random.default_rng(seed)
            w = np.sqrt(c / d) * rng.normal(size=(d, d))
            x = rng.normal(size=(32, d))
            x = (x - x.mean(axis=-1, keepdims=True)) / x.std(axis=-1, keepdims=True)
            gains["sum"].append(gradient_gain(lambda z, w=w: z + z @ w, x))
            gains["skip"].append(gradient_gain(lambda z, f=x @ w: post_block(z, layer_norm, lambda _: f), x))
            gains["block"].append(gradient_gain(lambda z, w=w: post_block(z, layer_norm, lambda u: u @ w), x))
        kept = np.sqrt(1 - 2 / d)
        close(f"skip and branch, c = {c}", np.mean(gains["sum"]), np.sqrt(1 + c), rtol=0.04)
        close(f"skip alone, c = {c}", np.mean(gains["skip"]), kept / np.sqrt(1 + c), rtol=0.04)
        close(f"whole block, c = {c}", np.mean(gains["block"]), kept, rtol=0.04)


@mutant("post_block")
def norm_inside_the_branch(x, norm, branch):
    """Pre-norm, whose skip shrinks nothing."""
    return x + branch(norm(x))


@mutant("post_block")
def norm_on_the_branch(x, norm, branch):
    """Output-norm: the skip meets no norm."""
    return x + norm(branch(x))


@mutant("post_block")
def no_skip(x, norm, branch):
    """Forgets the skip."""
    return norm(branch(x))


@mutant("post_block")
def skip_counted_twice(x, norm, branch):
    """Weights the skip twice, as a scaled post-norm would."""
    return norm(2 * x + branch(x))


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("gradient_gain")
def forward_size(f, x, step=1e-5, seed=0):
    """Compares the lengths of output and input and differentiates nothing."""
    return np.linalg.norm(f(x)) / np.linalg.norm(x)
