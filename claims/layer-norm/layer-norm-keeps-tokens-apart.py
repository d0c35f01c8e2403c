"""Replace one token in a batch of sequences and look at all the others."""

import numpy as np

from refutable import above, close, mutant


def check(layer_norm):
    rng = np.random.default_rng(10)
    x = rng.normal(5, 3, size=(2, 5, 16))
    changed = x.copy()
    changed[0, 3] = rng.normal(-2, 9, size=16)
    before = layer_norm(x, eps=1e-5)
    moved = np.abs(layer_norm(changed, eps=1e-5) - before).max(axis=-1)
    above("change of the token that was replaced", moved[0, 3], 0.5)
    moved[0, 3] = 0
    close("change of the nine others", moved, np.zeros((2, 5)), atol=1e-12)
    alone = [[(t - t.mean()) / np.sqrt(t.var() + 1e-5) for t in sequence] for sequence in x]
    close("the batch against token after token", before, np.array(alone), atol=1e-13)


def observe(tokens, layer_norm):
    later = np.copy(tokens)
    later[-1] = 3 * later[-1] + np.arange(later.shape[-1])
    return (layer_norm(later) - layer_norm(tokens))[0]


@mutant("layer_norm", belief=True)
def over_positions_and_features(x, gain=None, bias=None, eps=1e-5):
    """Takes one mean and variance for all tokens of a sequence."""
    axes = (-2, -1) if x.ndim > 1 else (-1,)
    return (x - x.mean(axis=axes, keepdims=True)) / np.sqrt(x.var(axis=axes, keepdims=True) + eps)


@mutant("layer_norm")
def over_the_batch(x, gain=None, bias=None, eps=1e-5):
    """Takes the statistics of each feature over the batch, as batch normalization does."""
    return (x - x.mean(axis=0)) / np.sqrt(x.var(axis=0) + eps)


@mutant("layer_norm")
def mean_without_axis(x, gain=None, bias=None, eps=1e-5):
    """Takes mean and variance of the whole array."""
    return (x - x.mean()) / np.sqrt(x.var() + eps)


@mutant("layer_norm")
def running_statistics(x, gain=None, bias=None, eps=1e-5):
    """Averages mean and second moment over the tokens so far: causal, but not token by token."""
    axis, n = max(x.ndim - 2, 0), np.arange(1.0, x.shape[-2] + 1)[:, None] if x.ndim > 1 else 1.0
    mean, square = x.mean(axis=-1, keepdims=True), (x**2).mean(axis=-1, keepdims=True)
    if x.ndim > 1:
        mean, square = mean.cumsum(axis=axis) / n, square.cumsum(axis=axis) / n
    return (x - mean) / np.sqrt(square - mean**2 + eps)
