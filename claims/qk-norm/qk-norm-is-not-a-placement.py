"""Scale the input of attention with QK-norm and look at its weights and at what it writes."""

import numpy as np

from refutable import above, close, mutant


def check(qk_logits, rms_norm, pre_block):
    rng = np.random.default_rng(4)
    heads, d = 2, 16
    x = rng.normal(1, 2, size=(6, d))
    w_q, w_k, w_v = rng.normal(size=(3, d, d)) / 4

    def norm(z):
        return rms_norm(z, eps=0.0)

    def weights(z):
        scores = np.exp(qk_logits(z @ w_q, z @ w_k, heads, norm))
        return scores / scores.sum(axis=-1, keepdims=True)

    def attend(z):
        values = (z @ w_v).reshape(len(z), heads, -1).swapaxes(0, 1)
        return (weights(z) @ values).swapaxes(0, 1).reshape(z.shape)

    def no_norm(z):
        return z

    def write(x, norm):
        return pre_block(x, norm, attend) - x

    for a in (0.1, 10.0):
        close(f"attention weights, input times {a}", weights(a * x), weights(x))
        close(f"written without a norm in the block, input times {a}", write(a * x, no_norm), a * write(x, no_norm))
        close(f"written with pre-norm, input times {a}", write(a * x, norm), write(x, norm))
    above("size of what is written, input times 100", np.sqrt((write(100 * x, no_norm) ** 2).mean()), 10)
    close("one token attends to itself: its value is written", attend(x[:1]), x[:1] @ w_v)


def observe(x, pre_block, rms_norm):  # attention over one token: the write is the value
    return pre_block(x, lambda z: z, lambda z: 3 * z)


@mutant("pre_block", belief=True)
def qk_norm_normalizes_the_stream(x, norm, branch):
    """Believes that a block with QK-norm reads a normalized stream."""
    return x + branch(x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + 1e-5))


@mutant("pre_block")
def output_norm(x, norm, branch):
    """Normalizes what attention writes."""
    y = branch(norm(x))
    return x + y / np.sqrt((y**2).mean(axis=-1, keepdims=True))


@mutant("pre_block")
def forgets_the_norm(x, norm, branch):
    """Has no norm even when it is asked for one."""
    return x + branch(x)


@mutant("qk_logits")
def not_normalized(q, k, heads, norm=None, per_head=True):
    """Is plain dot-product attention."""
    q, k = (z.reshape(len(z), heads, -1).swapaxes(0, 1) for z in (q, k))
    return q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1]) / 100


@mutant("qk_logits")
def keys_only(q, k, heads, norm=None, per_head=True):
    """Normalizes keys and forgets queries."""
    q, k = (z.reshape(len(z), heads, -1).swapaxes(0, 1) for z in (q, k))
    return q @ norm(k).swapaxes(1, 2) / np.sqrt(q.shape[-1]) / 100


@mutant("rms_norm")
def clipped(x, gain=None, eps=1e-5):
    """Only shrinks rows that are too long."""
    return x / np.maximum(1, np.sqrt((x**2).mean(axis=-1, keepdims=True)))
