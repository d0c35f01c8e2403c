"""Relative update of the last of 48 blocks with and without LayerNorm Scaling."""

import numpy as np

from refutable import close, mutant


def check(layer_norm_scaling_block, pre_block, layer_norm, relative_update):
    d, depth = 64, 48
    moved = {"scaled": [], "plain": []}
    for seed in range(4):
        rng = np.random.default_rng(seed)
        x = plain = rng.normal(size=(8, d))
        for layer, a in enumerate(rng.normal(size=(depth, d, d)) / np.sqrt(d), start=1):
            before, before_plain = x, plain
            x = layer_norm_scaling_block(x, layer_norm, lambda z, a=a: z @ a, layer)
            plain = pre_block(plain, layer_norm, lambda z, a=a: z @ a)
        moved["scaled"].append(relative_update(before, x))
        moved["plain"].append(relative_update(before_plain, plain))
    # block l writes variance 1/l on a stream of 1 + sum of 1/k over k < l; plain writes 1 on l
    harmonic = 1 + np.sum(1 / np.arange(1, depth))
    close("update of block 48, scaled", np.mean(moved["scaled"]), np.sqrt(1 / depth / harmonic), rtol=0.1)
    close("update of block 48, plain", np.mean(moved["plain"]), np.sqrt(1 / depth), rtol=0.1)
    u = (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5)
    close("block 9 by hand", layer_norm_scaling_block(x, layer_norm, np.tanh, 9), x + np.tanh(u / 3), atol=1e-12)


def observe(x, layer_norm_scaling_block, layer_norm):
    return layer_norm_scaling_block(x, layer_norm, lambda z: 2 * z, 4) - x


@mutant("layer_norm_scaling_block", belief=True)
def louder_with_depth(x, norm, branch, layer):
    """Believes that the factor raises what a deep layer writes."""
    return x + branch(norm(x) * np.sqrt(layer))


@mutant("layer_norm_scaling_block")
def one_over_l(x, norm, branch, layer):
    """Divides by the depth in place of its root."""
    return x + branch(norm(x) / layer)


@mutant("layer_norm_scaling_block")
def not_scaled(x, norm, branch, layer):
    """Plain pre-norm."""
    return x + branch(norm(x))


@mutant("layer_norm_scaling_block")
def scaled_input(x, norm, branch, layer):
    """Scales the input of the norm, which the norm undoes."""
    return x + branch(norm(x / np.sqrt(layer)))


@mutant("layer_norm_scaling_block")
def scaled_stream(x, norm, branch, layer):
    """Scales the skip as well."""
    return (x + branch(norm(x))) / np.sqrt(layer)


@mutant("pre_block")
def norm_on_the_sum(x, norm, branch):
    """Post-norm."""
    return norm(x + branch(x))


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("relative_update")
def of_the_new_stream(before, after):
    """Divides by the variance of the new stream in place of the length of the old one."""
    return float(np.linalg.norm(after - before) / np.mean(after**2))
