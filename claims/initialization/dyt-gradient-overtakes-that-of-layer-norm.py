"""Gradient gain of pre-norm stacks with LayerNorm and with DyT, shallow and deep."""

import numpy as np

from refutable import below, close, mutant


def check(pre_block, layer_norm, dynamic_tanh, stack, gradient_gain):
    d = 64
    for depth in (8, 96):
        gains = {"LayerNorm": [], "DyT": []}
        for seed in range(3):
            rng = np.random.default_rng(seed)
            branches = [lambda z, a=a: z @ a for a in rng.normal(size=(depth, d, d)) / np.sqrt(d)]
            x = rng.normal(size=(16, d))
            for name, norm in (("LayerNorm", layer_norm), ("DyT", dynamic_tanh)):
                gains[name].append(gradient_gain(lambda z, b=branches, n=norm: stack(z, n, b, pre_block)[-1], x))
        mean = {name: np.exp(np.log(g).mean()) for name, g in gains.items()}
        close(f"LayerNorm's gain over sqrt(1 + {depth})", mean["LayerNorm"] / np.sqrt(1 + depth), 1.0, atol=0.2)
        if depth == 8:
            below("8 blocks: DyT's gain over LayerNorm's", mean["DyT"] / mean["LayerNorm"], 0.8)
            close("8 blocks: DyT's gain", mean["DyT"], 1.77, atol=0.2)
        else:
            below("96 blocks: LayerNorm's gain over DyT's", mean["LayerNorm"] / mean["DyT"], 0.8)


@mutant("dynamic_tanh")
def normalises(x, alpha=0.5, gain=None, bias=None):
    """Divides by the root mean square first, so that it is a norm again."""
    return np.tanh(alpha * x / np.sqrt((x**2).mean(axis=-1, keepdims=True)))


@mutant("dynamic_tanh")
def alpha_outside(x, alpha=0.5, gain=None, bias=None):
    """Scales the output by alpha and not the input."""
    return alpha * np.tanh(x)


@mutant("dynamic_tanh")
def steep(x, alpha=0.5, gain=None, bias=None):
    """Uses alpha = 2, beyond which the stack is steeper than LayerNorm's from the start."""
    return np.tanh(2 * x)


@mutant("pre_block")
def norm_on_the_sum(x, norm, branch):
    """Post-norm: the norm is on the stream."""
    return norm(x + branch(x))


@mutant("pre_block")
def branch_reads_the_stream(x, norm, branch):
    """Forgets the norm."""
    return x + branch(x)


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)
