"""Rotate pairs of features before and after the norm, without gain and with equal and unequal gains."""

import numpy as np

from refutable import above, close, mutant


def check(rms_norm, qk_logits):
    rng = np.random.default_rng(5)
    heads, d_h, tokens = 2, 16, 7
    q, k = rng.normal(1, 3, size=(2, tokens, heads, d_h))
    angle = np.arange(tokens)[:, None, None] / 10.0 ** (np.arange(d_h // 2) / 4)

    def rotate(z):  # pairs feature i with feature i + d_h / 2, as Llama does
        a, b = np.split(z, 2, axis=-1)
        return np.concatenate([a * np.cos(angle) - b * np.sin(angle), a * np.sin(angle) + b * np.cos(angle)], axis=-1)

    def difference(gain):
        norm = lambda z: rms_norm(z, gain, eps=1e-6)  # noqa: E731
        before = [rotate(norm(z)).reshape(tokens, -1) for z in (q, k)]
        after = [rotate(z).reshape(tokens, -1) for z in (q, k)]
        return qk_logits(*after, heads, norm) - qk_logits(*before, heads)

    close("without gain", difference(None), 0.0)
    half = rng.uniform(0.5, 2, size=d_h // 2)
    close("gains equal within each pair", difference(np.tile(half, 2)), 0.0)
    above("gains unequal within pairs: mean difference", np.abs(difference(rng.uniform(0.5, 2, size=d_h))).mean(), 0.05)
    close("the norm, by hand", rms_norm(np.repeat([3.0, 4.0], 8), eps=0.0), np.repeat([3.0, 4.0], 8) / np.sqrt(12.5))


@mutant("rms_norm")
def layer_norm(x, gain=None, eps=1e-5):
    """Centres, which a rotation does not commute with."""
    z = x - x.mean(axis=-1, keepdims=True)
    return (1 if gain is None else gain) * z / np.sqrt((z**2).mean(axis=-1, keepdims=True) + eps)


@mutant("rms_norm")
def largest_entry(x, gain=None, eps=1e-5):
    """Divides by the largest entry, which a rotation changes."""
    return (1 if gain is None else gain) * x / np.abs(x).max(axis=-1, keepdims=True)


@mutant("rms_norm")
def first_half(x, gain=None, eps=1e-5):
    """Takes its statistics from the first half of the features, as partial RMSNorm does."""
    half = x[..., : x.shape[-1] // 2]
    return (1 if gain is None else gain) * x / np.sqrt((half**2).mean(axis=-1, keepdims=True) + eps)


@mutant("rms_norm")
def ignores_gain(x, gain=None, eps=1e-5):
    """Ignores the gain, so that the order never matters."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("qk_logits")
def never_normalizes(q, k, heads, norm=None, per_head=True):
    """Does not apply the norm."""
    q, k = (z.reshape(len(z), heads, -1).swapaxes(0, 1) for z in (q, k))
    return q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])


@mutant("qk_logits")
def queries_only(q, k, heads, norm=None, per_head=True):
    """Normalizes queries and forgets keys."""
    q, k = (z.reshape(len(z), heads, -1).swapaxes(0, 1) for z in (q, k))
    return (norm(q) if norm else q) @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])
