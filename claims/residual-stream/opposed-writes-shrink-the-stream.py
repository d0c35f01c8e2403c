"""Let every branch write half of its normalized input with the sign turned, and follow mean and deviation."""

import numpy as np

from refutable import close, mutant


def check(stack, pre_block, layer_norm):
    rng = np.random.default_rng(21)
    x = rng.normal(size=(3, 16))
    x = 3.0 + np.array([[4.0], [5.0], [6.3]]) * (x - x.mean(axis=1, keepdims=True)) / x.std(axis=1, keepdims=True)
    streams = np.array(stack(x, lambda z: layer_norm(z, eps=0.0), 7 * [lambda z: -z / 2], pre_block))
    close("deviation at every depth", streams.std(axis=-1), x.std(axis=-1) - np.arange(8)[:, None] / 2, atol=1e-10)
    close("mean at every depth", streams.mean(axis=-1), 3.0, atol=1e-10)
    directions = (streams - 3.0) / streams.std(axis=-1, keepdims=True)
    close("direction of the centred stream", directions, np.tile(directions[0], (8, 1, 1)), atol=1e-10)


def observe(a, stack, pre_block, layer_norm):
    x = np.array([a, -a, 3 * a, -3 * a])
    return stack(x, lambda z: layer_norm(z, eps=0.0), [lambda z: -z / 2], pre_block)[-1].std()


@mutant("pre_block", belief=True)
def lengths_add(x, norm, branch):
    """Adds the write's length to the stream's, whatever direction the write has."""
    write = branch(norm(x))
    centred = x - x.mean(axis=-1, keepdims=True)
    return x + centred * write.std(axis=-1, keepdims=True) / centred.std(axis=-1, keepdims=True)


@mutant("pre_block")
def reads_the_raw_stream(x, norm, branch):
    """Leaves out the norm, so the stream is halved instead of shortened by 1/2."""
    return x + branch(x)


@mutant("pre_block")
def post_norm(x, norm, branch):
    """Normalizes the sum."""
    return norm(x + branch(x))


@mutant("layer_norm")
def root_mean_square(x, gain=None, bias=None, eps=1e-5):
    """Does not subtract the mean."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def unbiased(x, gain=None, bias=None, eps=1e-5):
    """Divides the variance by d - 1."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True, ddof=1) + eps)
