"""Look for the largest attention logit over queries and keys of all sizes."""

import numpy as np

from refutable import above, below, close, mutant


def check(qk_logits, rms_norm):
    rng = np.random.default_rng(0)
    heads, d_h = 3, 64
    q, k = rng.normal(1, 50, size=(2, 80, heads * d_h)) * np.logspace(-2, 3, 80)[:, None]

    def norm(z):
        return rms_norm(z, eps=0.0)

    below("largest logit, random queries and keys", np.abs(qk_logits(q, k, heads, norm)).max(), 8.0)
    own = qk_logits(q, 1000 * q, heads, norm)
    close("query against its own key", np.einsum("hii->hi", own), np.full((heads, 80), 8.0))
    opposite = qk_logits(q, -q, heads, norm)
    close("query against the opposite key", np.einsum("hii->hi", opposite), np.full((heads, 80), -8.0))
    above("largest logit without QK-norm", np.abs(qk_logits(q, k, heads)).max(), 1e4)
    close("plain logits, head 1", qk_logits(q, k, heads)[1], q[:, 64:128] @ k[:, 64:128].T / 8, rtol=1e-12)


@mutant("qk_logits")
def queries_only(q, k, heads, norm=None, per_head=True):
    """Normalizes queries and forgets keys."""
    q, k = (z.reshape(len(z), heads, -1).swapaxes(0, 1) for z in (q, k))
    return (norm(q) if norm else q) @ k.swapaxes(1, 2) / 8


@mutant("qk_logits")
def whole_projection(q, k, heads, norm=None, per_head=True):
    """Normalizes the whole projection in any case."""
    q, k = ((norm(z) if norm else z).reshape(len(z), heads, -1).swapaxes(0, 1) for z in (q, k))
    return q @ k.swapaxes(1, 2) / 8


@mutant("qk_logits")
def unscaled(q, k, heads, norm=None, per_head=True):
    """Forgets to divide by the root of the head width."""
    q, k = (z.reshape(len(z), heads, -1).swapaxes(0, 1) for z in (q, k))
    return (norm(q) @ norm(k).swapaxes(1, 2)) if norm else q @ k.swapaxes(1, 2)


@mutant("rms_norm")
def unit_length(x, gain=None, eps=1e-5):
    """Scales to length 1, which bounds the logits by 1/sqrt(d_h)."""
    return x / np.sqrt((x**2).sum(axis=-1, keepdims=True))


@mutant("rms_norm")
def centring(x, gain=None, eps=1e-5):
    """Divides by the standard deviation without centring, so that rows with a mean are longer."""
    return x / x.std(axis=-1, keepdims=True)


@mutant("rms_norm")
def clipped(x, gain=None, eps=1e-5):
    """Only shrinks: leaves rows alone whose root mean square is below 1."""
    return x / np.maximum(1, np.sqrt((x**2).mean(axis=-1, keepdims=True)))
