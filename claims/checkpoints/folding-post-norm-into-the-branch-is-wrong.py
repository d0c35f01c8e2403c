"""Fold the first of two post-norms into the branch after it, with and without the skip."""

import numpy as np

from refutable import above, close, mutant


def check(fold_affine, layer_norm, post_block):
    rng = np.random.default_rng(1)
    d = 16
    x, w = rng.normal(3, 2, size=(5, d)), rng.normal(size=(d, d)) / 4
    gain, bias = rng.normal(1, 0.4, size=d), rng.normal(0, 0.4, size=d)
    w_folded, b_folded = fold_affine(w, np.zeros(d), gain, bias)

    def norm(z):
        return layer_norm(z, eps=1e-5)

    first = post_block(x, lambda z: layer_norm(z, gain, bias, eps=1e-5), np.tanh)
    bare = post_block(x, norm, np.tanh)
    want = post_block(first, norm, lambda z: z @ w)
    branch_only = post_block(bare, norm, lambda z: z @ w_folded + b_folded)
    above("folded into the branch only: mean change", np.abs(branch_only - want).mean(), 0.1)
    both = post_block(bare, lambda s: norm(s + (gain - 1) * bare + bias), lambda z: z @ w_folded + b_folded)
    close("folded into branch and skip", both, want)
    s = gain * bare + bias + (gain * bare + bias) @ w
    u = (s - s.mean(axis=-1, keepdims=True)) / np.sqrt(s.var(axis=-1, keepdims=True) + 1e-5)
    close("second block, by hand", want, u)


def observe(x, post_block, layer_norm):  # the second block reads 3 times a normalized stream, folded into its branch
    return post_block(layer_norm(x), layer_norm, lambda z: np.cumsum(3 * z))


@mutant("post_block", belief=True)
def clean_skip(x, norm, branch):
    """Believes that nothing but the branch reads the norm: leaves the skip out."""
    return norm(branch(x))


@mutant("post_block")
def pre_norm(x, norm, branch):
    """Is pre-norm: adds after the norm."""
    return x + branch(norm(x))


@mutant("layer_norm")
def ignores_affine(x, gain=None, bias=None, eps=1e-5):
    """Ignores gain and bias, so that there is nothing to fold."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)


@mutant("fold_affine")
def nothing_folded(weight, offset, gain, bias):
    """Returns the matrix as it was."""
    return weight, offset


@mutant("fold_affine")
def gain_only(weight, offset, gain, bias):
    """Drops the bias."""
    return gain[:, None] * weight, offset
