"""Make the output weights of a branch ten times smaller, with and without a norm behind them."""

import numpy as np

from refutable import close, mutant


def check(output_norm_block, sandwich_block, pre_block, feed_forward, rms_norm):
    rng = np.random.default_rng(0)
    x, w_in, w_out = rng.normal(3, 2, size=(5, 16)), rng.normal(size=(16, 32)) / 4, rng.normal(size=(32, 16)) / 5

    def norm(z, gain=None):
        return rms_norm(z, gain, eps=0.0)

    def branch(size):
        return lambda z: feed_forward(z, w_in, size * w_out)

    output, sandwich, pre = (
        [block(size) - x for size in (1.0, 0.1)]
        for block in (
            lambda s: output_norm_block(x, norm, branch(s)),
            lambda s: sandwich_block(x, norm, norm, branch(s)),
            lambda s: pre_block(x, norm, branch(s)),
        )
    )
    close("output-norm: write with a tenth of the weights", output[1], output[0])
    close("sandwich: write with a tenth of the weights", sandwich[1], sandwich[0])
    close("pre-norm: write with a tenth of the weights", pre[1], 0.1 * pre[0])
    gain = np.full(16, 0.1)
    close("gain of a tenth", output_norm_block(x, lambda z: norm(z, gain), branch(1.0)) - x, 0.1 * output[0])
    f = np.maximum(0, x @ w_in) @ w_out
    close("output-norm, by hand", output[0], f / np.sqrt((f**2).mean(axis=-1, keepdims=True)))
    g = np.maximum(0, norm(x) @ w_in) @ w_out
    close("sandwich, by hand", sandwich[0], g / np.sqrt((g**2).mean(axis=-1, keepdims=True)))


@mutant("output_norm_block")
def pre_norm(x, norm, branch):
    """Normalizes what the branch reads instead of what it writes."""
    return x + branch(norm(x))


@mutant("sandwich_block")
def no_outer_norm(x, norm_in, norm_out, branch):
    """Leaves the outer norm out."""
    return x + branch(norm_in(x))


@mutant("pre_block")
def normalized_write(x, norm, branch):
    """Normalizes the write as well."""
    return x + norm(branch(norm(x)))


@mutant("rms_norm")
def only_shrinks(x, gain=None, eps=1e-5):
    """Leaves rows alone whose root mean square is below 1, so that small writes stay small."""
    y = x / np.maximum(1, np.sqrt((x**2).mean(axis=-1, keepdims=True)))
    return y if gain is None else y * gain


@mutant("rms_norm")
def ignores_the_gain(x, gain=None, eps=1e-5):
    """Ignores the gain, so that nothing sets the size of the write."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True))


@mutant("feed_forward")
def normalized_weights(x, w_in, w_out, b_in=0.0, b_out=0.0):
    """Normalizes its output matrix, so that its scale never counts."""
    return np.maximum(0, x @ w_in + b_in) @ (w_out / np.linalg.norm(w_out)) + b_out
