"""Compare the two kinds of QK-norm on projections whose heads have unequal sizes."""

import numpy as np

from refutable import above, below, close, mutant


def check(qk_logits, rms_norm):
    rng = np.random.default_rng(3)
    heads, d_h = 4, 16
    size = np.repeat([1.0, 3.0, 0.1, 10.0], d_h)
    q, k = rng.normal(1, 2, size=(2, 30, heads * d_h)) * size

    def norm(z):
        return rms_norm(z, eps=0.0)

    each, whole = qk_logits(q, k, heads, norm), qk_logits(q, k, heads, norm, per_head=False)
    above("mean difference", np.abs(each - whole).mean(), 0.1)
    below("per head: largest logit", np.abs(qk_logits(q, q, heads, norm)).max(), 4 + 1e-9)
    below("whole projection: largest logit", np.abs(qk_logits(q, q, heads, norm, per_head=False)).max(), 16.0)
    alone = q * (np.arange(heads * d_h) < d_h)  # only head 0 is not zero
    reached = np.einsum("ii->i", qk_logits(alone, alone, heads, norm, per_head=False)[0])
    close("whole projection, one head holds all: H sqrt(d_h)", reached, np.full(30, 16.0))
    close("one head: the two agree", qk_logits(q, k, 1, norm), qk_logits(q, k, 1, norm, per_head=False))
    close("per head ignores the sizes of heads", qk_logits(q / size, k / size, heads, norm), each)
    scale = np.sqrt((q**2).mean(axis=-1)[:, None] * (k**2).mean(axis=-1))
    close("whole projection, head 3, by hand", whole[3], q[:, 48:] @ k[:, 48:].T / 4 / scale)
    close("without a norm the flag changes nothing", qk_logits(q, k, heads, per_head=False), qk_logits(q, k, heads))


def observe(a, qk_logits, rms_norm):  # one token, two heads: q = k = (a, a, 1, 1), normalized over the whole projection
    q = np.array([[a, a, 1.0, 1.0]])
    return qk_logits(q, q, 2, rms_norm, per_head=False)[:, 0, 0]


@mutant("qk_logits", belief=True)
def always_per_head(q, k, heads, norm=None, per_head=True):
    """Normalizes per head whatever is asked for."""
    q, k = (norm(z.reshape(len(z), heads, -1).swapaxes(0, 1)) for z in (q, k))
    return q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])


@mutant("qk_logits")
def always_whole(q, k, heads, norm=None, per_head=True):
    """Normalizes the whole projection whatever is asked for."""
    q, k = (norm(z).reshape(len(z), heads, -1).swapaxes(0, 1) for z in (q, k))
    return q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])


@mutant("qk_logits")
def over_tokens(q, k, heads, norm=None, per_head=True):
    """Normalizes each feature of a head over the tokens."""
    q, k = (z.reshape(len(z), heads, -1).swapaxes(0, 1) for z in (q, k))
    q, k = (norm(z.swapaxes(1, 2)).swapaxes(1, 2) if per_head else norm(z) for z in (q, k))
    return q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])


@mutant("qk_logits")
def heads_interleaved(q, k, heads, norm=None, per_head=True):
    """Lets neighbouring features belong to different heads."""
    q, k = (z if per_head else norm(z) for z in (q, k))
    q, k = (z.reshape(len(z), -1, heads).transpose(2, 0, 1) for z in (q, k))
    q, k = (norm(z) if per_head else z for z in (q, k))
    return q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])


@mutant("rms_norm")
def unit_length(x, gain=None, eps=1e-5):
    """Scales to length 1, whatever the width."""
    return x / np.sqrt((x**2).sum(axis=-1, keepdims=True))
