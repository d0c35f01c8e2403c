"""Scale the stream and compare what the block adds to it."""

import numpy as np

from refutable import close, mutant


def check(pre_block, layer_norm, rms_norm):
    rng = np.random.default_rng(29)
    x, w = rng.normal(3.0, 2.0, size=(4, 8)), rng.normal(size=(8, 8))
    y = (x - x.mean(axis=-1, keepdims=True)) / x.std(axis=-1, keepdims=True)
    z = x / np.sqrt((x**2).mean(axis=-1, keepdims=True))
    for a in (1.0, 0.01, 1000.0):
        with_layer_norm = pre_block(a * x, lambda v: layer_norm(v, eps=0.0), lambda v: np.tanh(v @ w)) - a * x
        with_rms_norm = pre_block(a * x, lambda v: rms_norm(v, eps=0.0), lambda v: np.tanh(v @ w)) - a * x
        close(f"LayerNorm, write at {a} x", with_layer_norm, np.tanh(y @ w), atol=1e-10)
        close(f"RMSNorm, write at {a} x", with_rms_norm, np.tanh(z @ w), atol=1e-10)


@mutant("pre_block")
def reads_the_raw_stream(x, norm, branch):
    """Leaves out the norm."""
    return x + branch(x)


@mutant("pre_block")
def output_norm(x, norm, branch):
    """Normalizes what the branch writes instead of what it reads."""
    return x + norm(branch(x))


@mutant("pre_block")
def post_norm(x, norm, branch):
    """Normalizes the sum."""
    return norm(x + branch(x))


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and does not divide."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("layer_norm")
def eps_always_on(x, gain=None, bias=None, eps=1e-5):
    """Adds 1e-5 to the variance whatever eps is asked for."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5)


@mutant("rms_norm")
def divides_by_the_mean_square(x, gain=None, eps=1e-5):
    """Forgets the square root."""
    return x / ((x**2).mean(axis=-1, keepdims=True) + eps)
