"""Shift each token of a sequence by its own constant, under attention that mixes the tokens."""

import numpy as np

from refutable import above, close, mutant


def check(stack, pre_block, layer_norm, rms_norm, attention):
    rng = np.random.default_rng(9)
    tokens = rng.normal(3.0, 2.0, size=(4, 8))
    branches = [lambda z, w=w: attention(z, *w, heads=2) for w in rng.normal(size=(3, 4, 8, 8)) / 2]
    shift = rng.normal(0.0, 5.0, size=(4, 1))
    gain = rng.normal(1.0, 0.3, size=8)

    def moved(norm):
        return stack(tokens + shift, norm, branches, pre_block)[-1] - stack(tokens, norm, branches, pre_block)[-1]

    for eps in (0.0, 0.1):
        carried = moved(lambda z, eps=eps: layer_norm(z, gain=gain, eps=eps))
        close(f"change of the output against the shift, eps = {eps}", carried, np.tile(shift, 8), atol=1e-10)
    above("error of the same law with RMSNorm", np.abs(moved(lambda z: rms_norm(z, eps=0.0)) - shift).max(), 0.5)


@mutant("layer_norm")
def root_mean_square(x, gain=None, bias=None, eps=1e-5):
    """Does not subtract the mean."""
    y = x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)
    return y if gain is None else y * gain


@mutant("layer_norm")
def over_all_tokens(x, gain=None, bias=None, eps=1e-5):
    """Takes mean and variance over the whole sequence, so one token's constant reaches the others."""
    y = (x - x.mean()) / np.sqrt(x.var() + eps)
    return y if gain is None else y * gain


@mutant("rms_norm")
def subtracts_the_mean(x, gain=None, eps=1e-5):
    """Centres as LayerNorm does."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)


@mutant("pre_block")
def post_norm(x, norm, branch):
    """Normalizes the sum, which removes the constant."""
    return norm(x + branch(x))


@mutant("pre_block")
def output_norm(x, norm, branch):
    """Lets the branch read the raw stream, constant and all."""
    return x + norm(branch(x))


@mutant("stack")
def halves_the_skip(x, norm, branches, block):
    """Loses half of the stream at every sub-layer."""
    streams = [x]
    for branch in branches:
        streams.append(block(streams[-1], norm, branch) - streams[-1] / 2)
    return streams
