"""Compare a DeepNorm block with a post-norm block of smaller branch and smaller epsilon."""

import numpy as np

from refutable import close, mutant


def check(deep_norm_block, post_block, layer_norm):
    rng = np.random.default_rng(5)
    w = rng.normal(size=(8, 8))
    # the last row has a variance near eps, so that a forgotten change of eps shows
    x = rng.normal(3.0, 1.0, size=(4, 8)) * np.array([[2.0], [1.0], [0.5], [0.01]])

    def branch(z):
        return np.tanh(z @ w) * 0.01

    for alpha in (1.0, 2.0, (2 * 24) ** 0.25):
        deep = deep_norm_block(x, lambda z: layer_norm(z, eps=1e-4), branch, alpha)
        small = post_block(
            x, lambda z, a=alpha: layer_norm(z, eps=1e-4 / a**2), lambda z, a=alpha: branch(z) / a
        )
        close(f"DeepNorm against post-norm, alpha = {alpha:.3g}", deep, small, atol=1e-12)
        total = alpha * x + branch(x)
        want = (total - total.mean(axis=-1, keepdims=True)) / np.sqrt(total.var(axis=-1, keepdims=True) + 1e-4)
        close(f"DeepNorm by formula, alpha = {alpha:.3g}", deep, want, atol=1e-12)


def observe(a, deep_norm_block, layer_norm):
    x = np.array([1.0, 2.0, 4.0])
    return deep_norm_block(x, lambda z: layer_norm(z, eps=0.0), lambda z: z[::-1], a)


@mutant("deep_norm_block", belief=True)
def scales_the_normalized_sum(x, norm, branch, alpha):
    """Takes DeepNorm for a norm that multiplies its output by alpha."""
    return alpha * norm(x + branch(x))


@mutant("deep_norm_block")
def scales_the_branch(x, norm, branch, alpha):
    """Multiplies the branch by alpha instead of the skip."""
    return norm(x + alpha * branch(x))


@mutant("deep_norm_block")
def skip_outside_the_norm(x, norm, branch, alpha):
    """Adds the scaled skip after the norm."""
    return alpha * x + norm(branch(x))


@mutant("deep_norm_block")
def alpha_forgotten(x, norm, branch, alpha):
    """Leaves alpha out."""
    return norm(x + branch(x))


@mutant("layer_norm")
def eps_outside_the_root(x, gain=None, bias=None, eps=1e-5):
    """Adds epsilon to the deviation instead of the variance."""
    return (x - x.mean(axis=-1, keepdims=True)) / (x.std(axis=-1, keepdims=True) + eps)


@mutant("post_block")
def pre_norm(x, norm, branch):
    """Leaves the sum without a norm."""
    return x + branch(norm(x))
