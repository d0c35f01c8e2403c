"""Cap logits, and normalize queries and keys, and see which key wins."""

import numpy as np

from refutable import below, close, equal, mutant


def check(soft_cap, qk_logits, rms_norm):
    rng = np.random.default_rng(0)
    q, k = rng.normal(1, 8, size=(2, 12, 16))
    plain = qk_logits(q, k, 2)
    capped = soft_cap(plain, 50.0)
    below("largest capped logit", np.abs(capped).max(), 50.0)
    equal("order of the keys", capped.argsort(axis=-1).tolist(), plain.argsort(axis=-1).tolist())
    close(
        "cap of 0, 25, 50 and -100",
        soft_cap(np.array([0.0, 25, 50, -100]), 50.0),
        [0, 23.10585786, 38.07970780, -48.20137900],
        atol=1e-7,
    )
    # one query, a short key along it and a long one aside: cosine 1 and 0.6, length 1 and 10
    pair = np.zeros((2, 8))
    pair[0, 0], pair[1, :2] = 1.0, (6.0, 8.0)
    query = np.repeat(pair[:1], 2, axis=0)
    close("plain logits", qk_logits(query, pair, 1)[0, 0], np.array([1, 6]) / np.sqrt(8))
    normed = qk_logits(query, pair, 1, lambda z: rms_norm(z, eps=0.0))[0, 0]
    close("with QK-norm", normed, np.sqrt(8) * np.array([1, 0.6]))


@mutant("soft_cap")
def hard_clip(logits, cap):
    """Cuts logits off at the cap, which makes large ones equal."""
    return np.clip(logits, -cap, cap)


@mutant("soft_cap")
def forgets_to_scale_back(logits, cap):
    """Bounds by 1 and forgets the factor in front."""
    return np.tanh(logits / cap)


@mutant("soft_cap")
def forgets_to_scale_down(logits, cap):
    """Forgets to divide inside, so that all logits saturate."""
    return cap * np.tanh(logits)


@mutant("soft_cap")
def by_the_largest(logits, cap):
    """Scales all logits so that the largest is the cap."""
    return cap * logits / np.abs(logits).max()


@mutant("qk_logits")
def queries_only(q, k, heads, norm=None, per_head=True):
    """Normalizes queries and forgets keys, whose lengths then still decide."""
    q, k = (z.reshape(len(z), heads, -1).swapaxes(0, 1) for z in (q, k))
    return (norm(q) if norm else q) @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])


@mutant("rms_norm")
def unit_length(x, gain=None, eps=1e-5):
    """Scales to length 1 instead of root mean square 1."""
    return x / np.linalg.norm(x, axis=-1, keepdims=True)
