"""Scale the stream, then the query and key matrices, behind an input norm, with and without QK-norm."""

import numpy as np

from refutable import above, close, mutant


def check(qk_logits, rms_norm):
    rng = np.random.default_rng(0)
    x, w_q, w_k = rng.normal(3, 2, size=(6, 16)), *(rng.normal(size=(2, 16, 16)) / 4)

    def norm(z):
        return rms_norm(z, eps=0.0)

    def logits(weights=1.0, stream=1.0, qk_norm=None):
        u = norm(stream * x)
        return qk_logits(weights * u @ w_q, weights * u @ w_k, 2, qk_norm)

    close("stream 1000 times as large", logits(stream=1000.0), logits())
    close("matrices ten times as large", logits(10.0), 100 * logits())
    above("largest logit, matrices 300 times as large", np.abs(logits(300.0)).max(), 1e4)
    close("the same with QK-norm", logits(300.0, qk_norm=norm), logits(qk_norm=norm))
    u = x / np.sqrt((x**2).mean(axis=-1, keepdims=True))
    q, k = (u @ w_q)[:, 8:], (u @ w_k)[:, 8:]
    close("second head, by hand", logits()[1], q @ k.T / np.sqrt(8))
    lengths = np.linalg.norm(q, axis=1)[:, None] * np.linalg.norm(k, axis=1)
    close("second head with QK-norm, by hand", logits(qk_norm=norm)[1], np.sqrt(8) * q @ k.T / lengths)


def observe(a, qk_logits):  # a token of two features that reads itself, through matrices a times the identity
    q = a * np.array([[1.0, 1.0]])
    return qk_logits(q, q, 1)[0, 0, 0]


@mutant("qk_logits", belief=True)
def bounded_anyway(q, k, heads, norm=None, per_head=True):
    """Believes that logits behind a norm are bounded: uses queries and keys at their unit size."""
    q, k = (z.reshape(len(z), heads, -1).swapaxes(0, 1) for z in (q, k))
    q, k = (z / np.sqrt((z**2).mean(axis=-1, keepdims=True)) for z in (q, k))
    return q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])


@mutant("qk_logits")
def queries_only(q, k, heads, norm=None, per_head=True):
    """Normalizes queries and forgets keys."""
    q, k = (z.reshape(len(z), heads, -1).swapaxes(0, 1) for z in (q, k))
    return (norm(q) if norm else q) @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])


@mutant("qk_logits")
def unscaled(q, k, heads, norm=None, per_head=True):
    """Forgets to divide by the root of the head width."""
    q, k = ((norm or (lambda z: z))(z.reshape(len(z), heads, -1).swapaxes(0, 1)) for z in (q, k))
    return q @ k.swapaxes(1, 2)


@mutant("qk_logits")
def whole_projection(q, k, heads, norm=None, per_head=True):
    """Normalizes over all heads together."""
    q, k = ((norm or (lambda z: z))(z).reshape(len(z), heads, -1).swapaxes(0, 1) for z in (q, k))
    return q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])


@mutant("rms_norm")
def only_shrinks(x, gain=None, eps=1e-5):
    """Leaves rows alone whose root mean square is below 1."""
    return x / np.maximum(1, np.sqrt((x**2).mean(axis=-1, keepdims=True)))


@mutant("rms_norm")
def by_the_largest(x, gain=None, eps=1e-5):
    """Divides by the largest entry."""
    return x / np.abs(x).max(axis=-1, keepdims=True)
