"""Put one more LayerNorm on a post-norm stack, fresh and trained, and compare."""

import numpy as np

from refutable import above, below, close, mutant


def check(layer_norm, post_block, stack):
    rng = np.random.default_rng(7)
    x = rng.normal(3, 2, size=(6, 16))
    gain, bias = rng.normal(1, 0.3, size=16), rng.normal(0, 0.3, size=16)
    branches = [np.tanh, np.sin, np.tanh]

    def fresh(eps):
        return stack(x, lambda z: layer_norm(z, eps=eps), branches, post_block)[-1]

    close("fresh, eps = 0", layer_norm(fresh(0.0), eps=0.0), fresh(0.0), atol=1e-12)
    below_top = fresh(1e-5)
    change = np.linalg.norm(layer_norm(below_top, eps=1e-5) - below_top, axis=-1) / np.linalg.norm(below_top, axis=-1)
    below("fresh, eps = 1e-5: largest change / size", change.max(), 5e-6)
    above("fresh, eps = 1e-5: not exactly nothing", change.max(), 1e-7)
    twice = layer_norm(layer_norm(np.tile([2.0, -2.0], 8), eps=1.0), eps=1.0)
    close("a row of variance 4 and eps 1, twice", twice, np.tile([2 / 3, -2 / 3], 8))
    trained = stack(x, lambda z: layer_norm(z, gain, bias, eps=0.0), branches, post_block)[-1]
    above("trained below, fresh on top: mean change", np.abs(layer_norm(trained, eps=0.0) - trained).mean(), 0.1)
    above("trained on both: mean change", np.abs(layer_norm(trained, gain, bias, eps=0.0) - trained).mean(), 0.1)
    on_top = layer_norm(fresh(0.0), gain, bias, eps=0.0)
    above("fresh below, trained on top: mean change", np.abs(on_top - fresh(0.0)).mean(), 0.1)


def observe(x, layer_norm):  # what a second LayerNorm with the same gain changes
    gain = np.arange(1.0, len(x) + 1)
    return layer_norm(layer_norm(x, gain), gain) - layer_norm(x, gain)


@mutant("layer_norm", belief=True)
def ignores_affine(x, gain=None, bias=None, eps=1e-5):
    """Takes LayerNorm for the normalization alone, which is idempotent but for eps."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def affine_first(x, gain=None, bias=None, eps=1e-5):
    """Applies gain and bias before it normalizes, so that the output is always normalized."""
    z = x if gain is None else x * gain + (0 if bias is None else bias)
    return (z - z.mean(axis=-1, keepdims=True)) / np.sqrt(z.var(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def unbiased(x, gain=None, bias=None, eps=1e-5):
    """Divides by d - 1, which leaves the row too short."""
    z = (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, ddof=1, keepdims=True) + eps)
    return z if gain is None else z * gain + bias


@mutant("layer_norm")
def eps_outside(x, gain=None, bias=None, eps=1e-5):
    """Adds eps outside the root."""
    z = (x - x.mean(axis=-1, keepdims=True)) / (x.std(axis=-1, keepdims=True) + eps)
    return z if gain is None else z * gain + bias


@mutant("post_block")
def pre_norm(x, norm, branch):
    """Is pre-norm, where the extra norm is the first on the stream."""
    return x + branch(norm(x))


@mutant("stack")
def last_norm_missing(x, norm, branches, block):
    """Ends with a block whose norm was left out."""
    streams = [x]
    for branch in branches[:-1]:
        streams.append(block(streams[-1], norm, branch))
    return [*streams, streams[-1] + branches[-1](streams[-1])]
