"""Compare winners, ranks and softmax probabilities with and without a final RMSNorm without gain."""

import numpy as np

from refutable import above, close, equal, mutant


def softmax(z):
    p = np.exp(z - z.max(axis=-1, keepdims=True))
    return p / p.sum(axis=-1, keepdims=True)


def check(logits, rms_norm):
    rng = np.random.default_rng(4)
    x, e = rng.normal(3, 2, size=(400, 16)), rng.normal(size=(100, 16))
    raw, normed = logits(x, e, lambda z: z), logits(x, e, lambda z: rms_norm(z, eps=1e-5))
    equal("share of equal rankings", (np.argsort(raw) == np.argsort(normed)).mean(), 1.0)
    temperature = np.sqrt((x**2).mean(axis=-1, keepdims=True) + 1e-5)
    close("probabilities against raw ones at that temperature", softmax(normed), softmax(x @ e.T / temperature))
    above("largest temperature / smallest", temperature.max() / temperature.min(), 1.5)
    above("largest change of a probability", np.abs(softmax(raw) - softmax(normed)).max(), 0.1)


@mutant("rms_norm")
def with_gain(x, gain=None, eps=1e-5):
    """Has a gain that differs between features."""
    return x * np.linspace(0.2, 2, x.shape[-1]) / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("rms_norm")
def with_centring(x, gain=None, eps=1e-5):
    """Centres, as LayerNorm does."""
    z = x - x.mean(axis=-1, keepdims=True)
    return z / np.sqrt((z**2).mean(axis=-1, keepdims=True) + eps)


@mutant("rms_norm")
def one_scale_for_all(x, gain=None, eps=1e-5):
    """Takes the root mean square over all positions: the same temperature everywhere."""
    return x / np.sqrt((x**2).mean() + eps)


@mutant("rms_norm")
def per_feature(x, gain=None, eps=1e-5):
    """Normalizes each feature over the positions, as BatchNorm does."""
    return x / np.sqrt((x**2).mean(axis=0) + eps)


@mutant("rms_norm")
def euclidean_length(x, gain=None, eps=1e-5):
    """Divides by the length and not by the root mean square."""
    return x / np.sqrt((x**2).sum(axis=-1, keepdims=True) + eps)


@mutant("logits")
def no_final_norm(x, unembedding, norm):
    """Forgets the final norm, so that probabilities do not change."""
    return x @ unembedding.T
