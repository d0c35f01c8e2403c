"""Fold gain and bias into the next matrix of a pre-norm block and compare the blocks."""

import numpy as np

from refutable import close, mutant


def check(fold_affine, layer_norm, pre_block, feed_forward):
    rng = np.random.default_rng(0)
    d = 16
    x, w_in, w_out = rng.normal(3, 2, size=(5, d)), rng.normal(size=(d, d)), rng.normal(size=(d, d))
    b_in, bias = rng.normal(size=(2, d))
    gain = rng.normal(1, 0.4, size=d)
    w_folded, b_folded = fold_affine(w_in, b_in, gain, bias)

    def plain(z):
        return layer_norm(z, gain, bias, eps=1e-5)

    def folded(z):
        return layer_norm(z, eps=1e-5)

    want = pre_block(x, plain, lambda z: feed_forward(z, w_in, w_out, b_in))
    close("folded block", pre_block(x, folded, lambda z: feed_forward(z, w_folded, w_out, b_folded)), want)
    weight, offset = fold_affine(np.eye(2) + 1, np.zeros(2), np.array([2.0, 3.0]), np.array([1.0, 10.0]))
    close("by hand, weight", weight, [[4, 2], [3, 6]])
    close("by hand, offset", offset, [12, 21])
    u = (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5)
    close("block, by hand", want, x + np.maximum(0, (gain * u + bias) @ w_in + b_in) @ w_out)


@mutant("fold_affine")
def gain_on_the_outputs(weight, offset, gain, bias):
    """Multiplies the columns of W by the gain and not its rows."""
    return weight * gain, offset + bias @ weight


@mutant("fold_affine")
def forgets_the_bias(weight, offset, gain, bias):
    """Folds the gain and drops the bias."""
    return gain[:, None] * weight, offset


@mutant("fold_affine")
def bias_through_folded_weight(weight, offset, gain, bias):
    """Sends the bias through the folded matrix, so that it meets the gain as well."""
    folded = gain[:, None] * weight
    return folded, offset + bias @ folded


@mutant("fold_affine")
def bias_past_the_weight(weight, offset, gain, bias):
    """Adds the bias to the offset without sending it through W."""
    return gain[:, None] * weight, offset + bias


@mutant("layer_norm")
def unit_offset(x, gain=0.0, bias=0.0, eps=1e-5):
    """Stores the gain minus one, as Gemma does, so that folding needs 1 + w."""
    z = (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    return (1 + gain) * z + bias


@mutant("pre_block")
def post_norm(x, norm, branch):
    """Is post-norm: the norm that is folded sits on the sum."""
    return norm(x + branch(x))
