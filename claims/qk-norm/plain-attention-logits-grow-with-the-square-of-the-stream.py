"""Scale the stream and follow the attention logits with QK-norm, with an input norm and with neither."""

import numpy as np

from refutable import close, mutant


def check(qk_logits, rms_norm):
    rng = np.random.default_rng(2)
    heads, d = 2, 32
    x, w_q, w_k = rng.normal(1, 2, size=(6, d)), rng.normal(size=(d, d)) / 6, rng.normal(size=(d, d)) / 6

    def norm(z):
        return rms_norm(z, eps=0.0)

    def logits(x, qk_norm=None, input_norm=lambda z: z):
        return qk_logits(input_norm(x) @ w_q, input_norm(x) @ w_k, heads, qk_norm)

    plain = np.einsum("ihd,jhd->hij", *((x @ w).reshape(6, heads, -1) for w in (w_q, w_k))) / 4
    close("plain logits", logits(x), plain)
    for a in (0.1, 3.0, 30.0):
        close(f"plain logits, stream times {a}", logits(a * x) / a**2, plain)
        close(f"with QK-norm, stream times {a}", logits(a * x, norm), logits(x, norm))
        close(f"with an input norm, stream times {a}", logits(a * x, None, norm), logits(x, None, norm))
    q, k = (np.split(x @ w, heads, axis=-1)[0] for w in (w_q, w_k))
    cosine = q @ k.T / np.linalg.norm(q, axis=-1)[:, None] / np.linalg.norm(k, axis=-1)
    close("with QK-norm, head 0: 4 times the cosine", logits(x, norm)[0], 4 * cosine)


@mutant("qk_logits")
def queries_only(q, k, heads, norm=None, per_head=True):
    """Normalizes queries only: logits still grow, linearly."""
    q, k = (z.reshape(len(z), heads, -1).swapaxes(0, 1) for z in (q, k))
    return (norm(q) if norm else q) @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])


@mutant("qk_logits")
def norm_of_the_logits(q, k, heads, norm=None, per_head=True):
    """Normalizes the logits of each row instead of queries and keys."""
    q, k = (z.reshape(len(z), heads, -1).swapaxes(0, 1) for z in (q, k))
    logits = q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])
    return norm(logits) if norm else logits


@mutant("qk_logits")
def always_normalized(q, k, heads, norm=None, per_head=True):
    """Is cosine attention even when no norm was asked for."""
    q, k = (z.reshape(len(z), heads, -1).swapaxes(0, 1) for z in (q, k))
    q, k = (z / np.sqrt((z**2).mean(axis=-1, keepdims=True)) for z in (q, k))
    return q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])


@mutant("qk_logits")
def divides_by_width(q, k, heads, norm=None, per_head=True):
    """Divides by the head width and not by its root, as muP does."""
    q, k = (z.reshape(len(z), heads, -1).swapaxes(0, 1) for z in (q, k))
    return (norm(q) if norm else q) @ (norm(k) if norm else k).swapaxes(1, 2) / q.shape[-1]


@mutant("rms_norm")
def clipped(x, gain=None, eps=1e-5):
    """Only shrinks rows that are too long."""
    return x / np.maximum(1, np.sqrt((x**2).mean(axis=-1, keepdims=True)))


@mutant("rms_norm")
def centring(x, gain=None, eps=1e-5):
    """Is a LayerNorm: the cosine is taken after centring."""
    z = x - x.mean(axis=-1, keepdims=True)
    return z / np.sqrt((z**2).mean(axis=-1, keepdims=True))
