"""Give one key the query's direction and all others the opposite, and look at its share of the softmax."""

import numpy as np

from refutable import below, close, mutant


def share(logits):
    """Of the first key; logits of shape (1, 1, keys)."""
    return 1 / np.exp(logits[0, 0] - logits[0, 0, 0]).sum()


def check(qk_logits, rms_norm):
    rng = np.random.default_rng(0)

    def norm(z):
        return rms_norm(z, eps=0.0)

    for d_h, keys in ((16, 1000), (64, 1000), (64, 131_072)):
        q = rng.normal(size=(1, d_h))
        k = np.broadcast_to(-q, (keys, d_h)).copy()
        k[0] = q
        bound = 1 / (1 + (keys - 1) * np.exp(-2 * np.sqrt(d_h)))
        reached = share(qk_logits(100 * q, 1000 * k, 1, norm))
        close(f"head width {d_h}, {keys} keys: the share reached, over the bound", reached / bound, 1.0, atol=1e-6)
        drawn = rng.normal(size=(keys, d_h))
        drawn[0] = q
        below(f"head width {d_h}, {keys} keys: the share among random ones", share(qk_logits(q, drawn, 1, norm)), bound)
    close("head width 64, 131,072 keys", reached, 0.98546, atol=1e-5)
    below("what the others get without a norm, ten times as long", 1 - share(qk_logits(10 * q, 10 * k, 1)), 1e-12)


def observe(n, qk_logits, rms_norm):  # the share of a key that equals the query, among n that oppose it, head width 1
    q, k = np.ones((1, 1)), np.vstack([[1.0], -np.ones((n, 1))])
    return share(qk_logits(10 * q, 10 * k, 1, rms_norm))


@mutant("qk_logits", belief=True)
def no_norm_at_all(q, k, heads, norm=None, per_head=True):
    """Believes that length still sharpens attention."""
    return (q @ k.T / np.sqrt(q.shape[-1]))[None]


@mutant("qk_logits")
def norm_of_the_queries_alone(q, k, heads, norm=None, per_head=True):
    """Leaves the keys as long as they are."""
    return ((q if norm is None else norm(q)) @ k.T / np.sqrt(q.shape[-1]))[None]


@mutant("qk_logits")
def divided_by_the_width(q, k, heads, norm=None, per_head=True):
    """Divides by d_h in place of its root, so no logit exceeds 1."""
    q, k = (z if norm is None else norm(z) for z in (q, k))
    return (q @ k.T / q.shape[-1])[None]


@mutant("qk_logits")
def not_divided(q, k, heads, norm=None, per_head=True):
    """Forgets to divide, so logits reach d_h."""
    q, k = (z if norm is None else norm(z) for z in (q, k))
    return (q @ k.T)[None]


@mutant("rms_norm")
def unit_length(x, gain=None, eps=1e-5):
    """Scales to length 1, as in the first QK-norm, whose scale is learned."""
    return x / np.sqrt((x**2).sum(axis=-1, keepdims=True) + eps)
