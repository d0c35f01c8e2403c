"""Variance of pre-norm streams of 8, 24 and 64 layers with and without the factor on the writing weights."""

import numpy as np

from refutable import close, mutant


def check(pre_block, layer_norm, stack, residual_init_scale):
    d = 64
    for layers in (8, 24, 64):
        rng = np.random.default_rng(layers)
        w = rng.normal(size=(2 * layers, d, d)) / np.sqrt(d)
        x = rng.normal(size=(16, d))
        plain = stack(x, layer_norm, [lambda z, a=a: z @ a for a in w], pre_block)[-1]
        w = residual_init_scale(layers) * w
        scaled = stack(x, layer_norm, [lambda z, a=a: z @ a for a in w], pre_block)[-1]
        close(f"variance after {layers} layers, scaled", np.mean(scaled**2), 2.0, rtol=0.15)
        close(f"variance after {layers} layers, not scaled", np.mean(plain**2), 1 + 2 * layers, rtol=0.15)


@mutant("residual_init_scale")
def layers_only(layers, sublayers=2):
    """Counts layers and forgets that each adds twice."""
    return 1 / np.sqrt(layers)


@mutant("residual_init_scale")
def one_over_n(layers, sublayers=2):
    """Divides by N in place of its root."""
    return 1 / (layers * sublayers)


@mutant("residual_init_scale")
def none(layers, sublayers=2):
    """Leaves the weights as they are."""
    return 1.0


@mutant("pre_block")
def norm_on_the_sum(x, norm, branch):
    """Post-norm, whose stream has variance 1 whatever the weights."""
    return norm(x + branch(x))


@mutant("pre_block")
def branch_reads_the_stream(x, norm, branch):
    """Forgets the norm, so that the writes grow with the stream."""
    return x + branch(x)


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)
