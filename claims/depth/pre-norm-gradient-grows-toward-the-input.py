"""Gradient at several depths of an untrained 24-block pre-norm stack, relative to the gradient at its top."""

import numpy as np

from refutable import close, mutant


def check(pre_block, layer_norm, stack, gradient_gain):
    d, depth = 64, 24
    gains = {0: [], 6: [], 18: []}
    for seed in range(8):
        rng = np.random.default_rng(seed)
        branches = [lambda z, a=a: z @ a for a in rng.normal(size=(depth, d, d)) / np.sqrt(d)]
        streams = stack(rng.normal(size=(8, d)), layer_norm, branches, pre_block)
        for level in gains:
            rest = branches[level:]
            gains[level].append(gradient_gain(lambda z, b=rest: stack(z, layer_norm, b, pre_block)[-1], streams[level]))
    for level, values in gains.items():
        want = np.sqrt((1 + depth) / (1 + level))
        close(f"gradient at stream {level} over the law", np.exp(np.log(values).mean()) / want, 1.0, atol=0.12)


@mutant("pre_block")
def norm_on_the_sum(x, norm, branch):
    """Post-norm, where the gradient keeps its size."""
    return norm(x + branch(x))


@mutant("pre_block")
def identity_only(x, norm, branch):
    """Counts the identity path alone: the branch is evaluated but its gradient is lost."""
    return x + np.abs(branch(norm(0 * x + 1 + np.arange(x.shape[-1]))))


@mutant("pre_block")
def branch_reads_the_stream(x, norm, branch):
    """Forgets the norm, so that the gradient doubles its square in every block."""
    return x + branch(x)


@mutant("layer_norm")
def detached_statistics(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and does not divide by the growing deviation."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("gradient_gain")
def squared(f, x, step=1e-5, seed=0):
    """Forgets the root of the mean square."""
    v = np.random.default_rng((7, seed)).normal(size=x.shape)
    return np.sum(((f(x + step * v) - f(x - step * v)) / (2 * step)) ** 2) / np.sum(v**2)
