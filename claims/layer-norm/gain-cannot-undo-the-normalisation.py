"""Restore one token with gain sigma and bias mu, and see what that does to its scaled and shifted twin."""

import numpy as np

from refutable import close, mutant


def check(layer_norm):
    rng = np.random.default_rng(15)
    x = rng.normal(5, 3, size=16)
    twin = 3 * x + 5
    for _ in range(3):
        gain, bias = rng.normal(1, 1, size=16), rng.normal(size=16)
        outputs = layer_norm(np.stack([x, twin]), gain, bias, eps=0.0)
        close("the twins, random gain and bias", outputs[0], outputs[1], atol=1e-12)
    restored = layer_norm(np.stack([x, twin]), np.full(16, x.std()), np.full(16, x.mean()), eps=0.0)
    close("first token with its own sigma and mu", restored[0], x, atol=1e-12)
    close("its twin with the same gain and bias", restored[1], x, atol=1e-12)


def observe(tokens, layer_norm):
    width = tokens.shape[-1]
    return layer_norm(tokens, np.full(width, tokens[0].std()), np.full(width, tokens[0].mean()), eps=0.0)


@mutant("layer_norm", belief=True)
def undone_for_every_token(x, gain=None, bias=None, eps=1e-5):
    """Takes the normalization for undone as soon as there is a gain, for every token."""
    return x if gain is not None else (x - x.mean(axis=-1, keepdims=True)) / x.std(axis=-1, keepdims=True)


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Forgets to divide, so that the scale of each token survives."""
    return (x - x.mean(axis=-1, keepdims=True)) * gain + bias


@mutant("layer_norm")
def no_centring(x, gain=None, bias=None, eps=1e-5):
    """Does not subtract the mean, so that the twins stay different."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps) * gain + bias


@mutant("layer_norm")
def statistics_of_the_batch(x, gain=None, bias=None, eps=1e-5):
    """Shares the statistics between tokens as well."""
    return (x - x.mean()) / np.sqrt(x.var() + eps) * gain + bias


@mutant("layer_norm")
def bias_before_gain(x, gain=None, bias=None, eps=1e-5):
    """Adds the bias first and multiplies it by the gain as well."""
    return ((x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) + bias) * gain
