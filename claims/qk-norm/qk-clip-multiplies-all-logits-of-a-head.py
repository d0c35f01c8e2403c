"""Clip the heads whose logits were too large, and compare all logits, their order, and those of another input."""

import numpy as np

from refutable import above, below, close, equal, mutant


def check(qk_clip, qk_logits, rms_norm):
    rng = np.random.default_rng(5)
    heads, d, tau = 3, 24, 30.0  # read from a stream of width 20
    w_q, w_k = rng.normal(size=(2, 20, d)) * np.repeat([3.0, 1.5, 0.3], d // heads)
    seen = rng.normal(size=(10, 20))
    before = qk_logits(seen @ w_q, seen @ w_k, heads)
    largest = before.max(axis=(1, 2))
    above("largest logit of head 1", largest[0], tau)
    below("largest logit of head 3", largest[2], tau)
    new_q, new_k = qk_clip(w_q, w_k, largest, tau)
    after = qk_logits(seen @ new_q, seen @ new_k, heads)
    want = before * np.array([tau / largest[0], tau / largest[1] if largest[1] > tau else 1.0, 1.0])[:, None, None]
    close("all logits, against one number a head", after, want, atol=1e-10)
    close("largest logit of head 1 after clipping", after[0].max(), tau, rtol=1e-12)
    equal("order of the keys", after.argsort(axis=-1).tolist(), before.argsort(axis=-1).tolist())
    close("queries and keys share the factor", new_q / w_q, new_k / w_k, rtol=1e-12)
    other = 2 * seen
    above("largest logit for an input twice as large", qk_logits(other @ new_q, other @ new_k, heads).max(), 3.9 * tau)
    normed = qk_logits(other @ new_q, other @ new_k, heads, lambda z: rms_norm(z, eps=0.0))
    below("largest logit with QK-norm", normed.max(), np.sqrt(d // heads))
    q, k = np.eye(8)[:1] * 20.0, np.eye(8)[:1] * 30.0  # one head of width 8, one logit: 600 over the root of 8
    close("one logit by hand", qk_logits(q, k, 1, lambda z: rms_norm(z, eps=0.0))[0, 0, 0], np.sqrt(8), rtol=1e-12)


@mutant("qk_clip")
def factor_on_both(w_q, w_k, largest, threshold):
    """Forgets the root, so that the logits are multiplied by its square."""
    columns = np.repeat(np.minimum(1.0, threshold / largest), w_q.shape[1] // len(largest))
    return w_q * columns, w_k * columns


@mutant("qk_clip")
def queries_only(w_q, w_k, largest, threshold):
    """Scales queries by the root and forgets keys."""
    columns = np.repeat(np.sqrt(np.minimum(1.0, threshold / largest)), w_q.shape[1] // len(largest))
    return w_q * columns, w_k


@mutant("qk_clip")
def raises_small_heads(w_q, w_k, largest, threshold):
    """Forgets the minimum, so that every head is brought to the threshold."""
    columns = np.repeat(np.sqrt(threshold / largest), w_q.shape[1] // len(largest))
    return w_q * columns, w_k * columns


@mutant("qk_clip")
def all_heads_alike(w_q, w_k, largest, threshold):
    """Clips all heads of a layer by the largest of them, as the first version did."""
    factor = np.sqrt(min(1.0, threshold / largest.max()))
    return w_q * factor, w_k * factor


@mutant("qk_clip")
def rows_instead_of_columns(w_q, w_k, largest, threshold):
    """Scales the features that are read and not those of the head."""
    rows = np.resize(np.sqrt(np.minimum(1.0, threshold / largest)), len(w_q))[:, None]
    return w_q * rows, w_k * rows


@mutant("qk_logits")
def forgets_the_norm(q, k, heads, norm=None, per_head=True):
    """Leaves QK-norm out."""
    q, k = (z.reshape(len(z), heads, -1).swapaxes(0, 1) for z in (q, k))
    return q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])


@mutant("rms_norm")
def unit_length(x, gain=None, eps=1e-5):
    """Scales to length 1 instead of root mean square 1."""
    return x / np.linalg.norm(x, axis=-1, keepdims=True)
