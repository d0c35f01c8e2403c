"""Scale one sample of a batch by ten and look at another one."""

import numpy as np

from refutable import above, close, mutant


def check(batch_norm, layer_norm):
    x = np.random.default_rng(13).normal(5, 3, size=(4, 16))
    changed = x.copy()
    changed[1] *= 10
    moved = [np.abs(norm(changed, eps=1e-5) - norm(x, eps=1e-5))[[0, 2, 3]] for norm in (batch_norm, layer_norm)]
    above("batch norm, change of each other sample", moved[0].max(axis=-1), 0.5)
    close("LayerNorm, change of the other samples", moved[1], np.zeros((3, 16)), atol=1e-12)
    column = np.array([1.0] * 7 + [9.0])  # mean 2, variance 7
    expected = np.array([-1.0] * 7 + [7.0]) / 3
    close("batch norm of eight samples, eps 2", batch_norm(np.stack([column, -column], axis=1), eps=2.0),
          np.stack([expected, -expected], axis=1), atol=1e-14)
    close("LayerNorm of eight features, eps 2", layer_norm(column, eps=2.0), expected, atol=1e-14)
    tokens, gain, bias = np.random.default_rng(14).normal(2, 3, size=(4, 5, 8)), np.linspace(0.5, 2, 8), np.arange(8.0)
    flat = tokens.reshape(20, 8)
    want = gain * (flat - flat.mean(axis=0)) / np.sqrt(flat.var(axis=0) + 1e-5) + bias
    got = batch_norm(tokens, gain, bias).reshape(20, 8)
    close("batch norm over samples and positions, with gain, bias and the default eps", got, want, atol=1e-12)


def observe(tokens, batch_norm):
    # how the first sample's output changes when the second is multiplied by ten; no padding
    changed = tokens.copy()
    changed[1] *= 10
    return (batch_norm(changed) - batch_norm(tokens))[0]


@mutant("batch_norm")
def features_of_each_sample(x, gain=None, bias=None, eps=1e-5):
    """Takes the statistics over the features, which is LayerNorm."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)


@mutant("batch_norm", belief=True)
def inference_mode(x, gain=None, bias=None, eps=1e-5):
    """Treats every sample alone, with stored averages, here 0 and 1, as at inference."""
    return x / np.sqrt(1 + eps)


@mutant("batch_norm")
def sample_variance(x, gain=None, bias=None, eps=1e-5):
    """Uses the variance with N - 1."""
    return (x - x.mean(axis=0)) / np.sqrt(x.var(axis=0, ddof=1) + eps)


@mutant("layer_norm")
def samples_of_each_feature(x, gain=None, bias=None, eps=1e-5):
    """Takes the statistics over the first axis, which is batch normalization."""
    return (x - x.mean(axis=0)) / np.sqrt(x.var(axis=0) + eps)


@mutant("layer_norm")
def no_centring(x, gain=None, bias=None, eps=1e-5):
    """Is RMSNorm."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)
