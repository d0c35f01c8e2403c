"""Variance of an untrained stream under LayerNorm Scaling with ReLU feed-forward branches."""

import numpy as np

from refutable import close, mutant


def check(layer_norm_scaling_block, layer_norm, feed_forward):
    d = 64
    variances = {16: [], 64: []}
    for seed in range(4):
        rng = np.random.default_rng(seed)
        x = rng.normal(size=(8, d))
        for layer, a in enumerate(rng.normal(size=(64, 2, d, d)) / np.sqrt(d), start=1):
            x = layer_norm_scaling_block(x, layer_norm, lambda z, a=a: np.sqrt(2) * feed_forward(z, a[0], a[1]), layer)
            if layer in variances:
                variances[layer].append(np.mean(x**2))
    for depth, values in variances.items():
        harmonic = 1 + np.sum(1 / np.arange(1, depth + 1))
        close(f"variance after {depth} blocks over 1 + harmonic sum", np.mean(values) / harmonic, 1.0, atol=0.15)


@mutant("layer_norm_scaling_block")
def not_scaled(x, norm, branch, layer):
    """Plain pre-norm, whose variance grows linearly."""
    return x + branch(norm(x))


@mutant("layer_norm_scaling_block")
def one_over_l(x, norm, branch, layer):
    """Divides by the depth in place of its root, so that growth stops."""
    return x + branch(norm(x) / layer)


@mutant("layer_norm_scaling_block")
def counted_from_two(x, norm, branch, layer):
    """Adds 1 to an index that counts from 1 already."""
    return x + branch(norm(x) / np.sqrt(layer + 1))


@mutant("feed_forward")
def no_relu(x, w_in, w_out, b_in=0.0, b_out=0.0):
    """Forgets the ReLU, which doubles what is written."""
    return (x @ w_in + b_in) @ w_out + b_out


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)
