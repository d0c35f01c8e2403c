"""Henry's logits against per-head RMS QK-norm, and the bound on both."""

import numpy as np

from refutable import close, mutant


def check(henry_logits, qk_logits, rms_norm):
    rng = np.random.default_rng(0)
    d_h = 16
    q, k = 40 * rng.normal(size=(2, 6, d_h))
    k[0] = 0.001 * q[0]  # one pair that points the same way
    modern = qk_logits(q, k, 1, lambda z: rms_norm(z, eps=0.0))[0]
    close("RMS QK-norm against Henry's with g = sqrt(d_h)", modern, henry_logits(q, k, np.sqrt(d_h)), atol=1e-10)
    for g in (1.0, 10.0):
        logits = henry_logits(q, k, g)
        close(f"largest logit over g = {g:g}: the aligned pair", logits.max() / g, 1.0, atol=1e-12)
        close(f"that pair, g = {g:g}", logits[0, 0], g, atol=1e-10)
    angle = q[1] @ k[2] / np.sqrt(q[1] @ q[1]) / np.sqrt(k[2] @ k[2])
    close("one logit by hand", henry_logits(q, k, 3.0)[1, 2], 3 * angle, atol=1e-12)


@mutant("henry_logits")
def scaled_by_width_too(q, k, scale):
    """Keeps the division by sqrt(d_h) beside the learned scale."""
    q, k = (z / np.linalg.norm(z, axis=-1, keepdims=True) for z in (q, k))
    return scale * q @ k.T / np.sqrt(q.shape[-1])


@mutant("henry_logits")
def keys_not_normalised(q, k, scale):
    """Normalizes the queries only."""
    return scale * q / np.linalg.norm(q, axis=-1, keepdims=True) @ k.T


@mutant("henry_logits")
def over_the_tokens(q, k, scale):
    """Normalizes each feature over the tokens."""
    return scale * (q / np.linalg.norm(q, axis=0)) @ (k / np.linalg.norm(k, axis=0)).T


@mutant("qk_logits")
def not_scaled(q, k, heads, norm=None, per_head=True):
    """Leaves out the division by sqrt(d_h)."""
    return (norm(q) @ norm(k).T)[None]


@mutant("rms_norm")
def unit_length(x, gain=None, eps=1e-5):
    """Divides by the length in place of the root mean square."""
    return x / np.linalg.norm(x, axis=-1, keepdims=True)


@mutant("rms_norm")
def centred(x, gain=None, eps=1e-5):
    """Subtracts the mean, as LayerNorm does."""
    x = x - x.mean(axis=-1, keepdims=True)
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)
