"""Normalize a whole sequence as one vector, change the last token and look at the first."""

import numpy as np

from refutable import above, close, mutant


def check(layer_norm):
    rng = np.random.default_rng(11)
    x = rng.normal(5, 3, size=(6, 16))
    changed = x.copy()
    changed[-1] += rng.normal(0, 9, size=16)

    def jointly(tokens):
        return layer_norm(tokens.reshape(-1), eps=1e-5).reshape(tokens.shape)

    for tokens in (x, changed):
        expected = (tokens - tokens.mean()) / np.sqrt(tokens.var() + 1e-5)
        close("outputs from one mean and variance", jointly(tokens), expected, atol=1e-12)
    above("change of the first token", np.abs(jointly(changed) - jointly(x))[0].max(), 0.1)


@mutant("layer_norm")
def groups_of_sixteen(x, gain=None, bias=None, eps=1e-5):
    """Silently normalizes groups of 16 features, that is, each token alone."""
    z = x.reshape(-1, 16)
    return ((z - z.mean(axis=-1, keepdims=True)) / np.sqrt(z.var(axis=-1, keepdims=True) + eps)).reshape(x.shape)


@mutant("layer_norm")
def causal_statistics(x, gain=None, bias=None, eps=1e-5):
    """Uses only the features so far for mean and variance."""
    n = np.arange(1, len(x) + 1)
    mean = x.cumsum() / n
    return (x - mean) / np.sqrt((x**2).cumsum() / n - mean**2 + eps)


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the joint mean and forgets the variance."""
    return x - x.mean()


@mutant("layer_norm")
def no_centring(x, gain=None, bias=None, eps=1e-5):
    """Divides by the joint root mean square and does not subtract the mean."""
    return x / np.sqrt((x**2).mean() + eps)
