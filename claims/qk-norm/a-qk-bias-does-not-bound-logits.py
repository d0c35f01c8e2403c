"""Project with biases, scale what attention reads, and compare logits with and without QK-norm."""

import numpy as np

from refutable import below, close, mutant


def check(qk_logits, rms_norm):
    rng = np.random.default_rng(0)
    x = 3 + 2 * rng.normal(size=(12, 32))
    w_q, w_k = rng.normal(size=(2, 32, 32)) / 6
    b_q, b_k = rng.normal(size=(2, 32))

    def logits(scale, norm=None):
        return qk_logits(scale * x @ w_q + b_q, scale * x @ w_k + b_k, 2, norm)

    def norm(z):
        return rms_norm(z, eps=0.0)

    ratio = np.abs(logits(100.0)).max() / np.abs(logits(1.0)).max()
    close("largest logit, input times 100, over before", ratio / 1e4, 1.0, atol=0.3)
    for scale in (0.01, 1.0, 100.0):
        below(f"largest logit with QK-norm, input times {scale:g}", np.abs(logits(scale, norm)).max(), 4.0 + 1e-9)
    own = np.full((12, 12), b_q[:16] @ b_k[:16] / 4)
    close("input times 0: the biases' own logits", logits(0.0)[0], own, atol=1e-12)
    q, k = 100 * x[0] @ w_q + b_q, 100 * x[1] @ w_k + b_k
    close("one logit by hand", logits(100.0)[1, 0, 1], q[16:] @ k[16:] / 4, rtol=1e-12, atol=0.0)
    unit_q, unit_k = (z[16:] / np.sqrt((z[16:] ** 2).mean()) for z in (q, k))
    close("the same with QK-norm, by hand", logits(100.0, norm)[1, 0, 1], unit_q @ unit_k / 4, atol=1e-12)


def observe(a, qk_logits):  # one token with q = k = (a, 0) plus the bias (1, 1), no norm
    q = np.array([[a + 1, 1.0]])
    return qk_logits(q, q, 1)[0, 0, 0]


@mutant("qk_logits", belief=True)
def always_normalized(q, k, heads, norm=None, per_head=True):
    """Believes that queries and keys are normalized whether or not a norm is asked for."""
    q, k = (z.reshape(len(z), heads, -1).swapaxes(0, 1) for z in (q, k))
    q, k = (z / np.sqrt((z**2).mean(axis=-1, keepdims=True)) for z in (q, k))
    return q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])


@mutant("qk_logits")
def never_normalized(q, k, heads, norm=None, per_head=True):
    """Ignores the norm."""
    q, k = (z.reshape(len(z), heads, -1).swapaxes(0, 1) for z in (q, k))
    return q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])


@mutant("qk_logits")
def queries_only(q, k, heads, norm=None, per_head=True):
    """Normalizes the queries and leaves the keys."""
    q, k = (z.reshape(len(z), heads, -1).swapaxes(0, 1) for z in (q, k))
    return (norm(q) if norm else q) @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])


@mutant("qk_logits")
def not_divided(q, k, heads, norm=None, per_head=True):
    """Forgets the root of the head's width."""
    q, k = (z.reshape(len(z), heads, -1).swapaxes(0, 1) for z in (q, k))
    q, k = (norm(z) if norm else z for z in (q, k))
    return q @ k.swapaxes(1, 2)


@mutant("rms_norm")
def unit_mean_square_of_all(x, gain=None, eps=1e-5):
    """Divides by the root mean square over all tokens and heads."""
    return x / np.sqrt((x**2).mean() + eps)
