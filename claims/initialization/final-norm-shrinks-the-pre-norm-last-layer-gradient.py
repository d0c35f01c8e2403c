"""Gradient of the last block's output matrix in pre-norm stacks, with and without a final norm."""

import numpy as np

from refutable import close, mutant


def check(pre_block, layer_norm, stack, feed_forward, gradient_gain):
    d = 48
    for depth in (4, 16, 64):
        gains = {"with": [], "without": []}
        for seed in range(4):
            rng = np.random.default_rng(seed)
            w = rng.normal(size=(depth, 2, d, d)) / np.sqrt(d)
            branches = [lambda z, a=a: feed_forward(z, a[0], a[1]) for a in w]
            before = stack(rng.normal(size=(8, d)), layer_norm, branches[:-1], pre_block)[-1]

            def last_stream(matrix, before=before, w_in=w[-1, 0]):
                return pre_block(before, layer_norm, lambda z: feed_forward(z, w_in, matrix))

            gains["without"].append(gradient_gain(last_stream, w[-1, 1]))
            gains["with"].append(gradient_gain(lambda m, f=last_stream: layer_norm(f(m)), w[-1, 1]))
        size = {name: np.sqrt(np.mean(np.square(g))) for name, g in gains.items()}
        # eight rows, hidden units of mean square 1/2; the stream's variance is 1 + L/2
        close(f"no final norm, {depth} blocks", size["without"], np.sqrt(8 / 2), rtol=0.1)
        close(f"final norm, {depth} blocks", size["with"], np.sqrt(8 / 2 / (1 + depth / 2)), rtol=0.15)


@mutant("pre_block")
def norm_on_the_sum(x, norm, branch):
    """Post-norm, whose last gradient does not depend on depth."""
    return norm(x + branch(x))


@mutant("pre_block")
def branch_reads_the_stream(x, norm, branch):
    """Forgets the norm, so that the writes grow with the stream."""
    return x + branch(x)


@mutant("pre_block")
def normalised_skip(x, norm, branch):
    """Normalizes the skip as well, so that the stream cannot grow."""
    return norm(x) + branch(norm(x))


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("layer_norm")
def fixed_scale(x, gain=None, bias=None, eps=1e-5):
    """A bounded squashing without statistics, in place of a norm."""
    return np.tanh(x)


@mutant("feed_forward")
def no_relu(x, w_in, w_out, b_in=0.0, b_out=0.0):
    """Forgets the ReLU, which doubles the hidden units' variance."""
    return (x @ w_in + b_in) @ w_out + b_out
