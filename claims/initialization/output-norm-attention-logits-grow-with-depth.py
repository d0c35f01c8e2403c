"""Size of attention logits after 0, 8 and 32 output-norm blocks, with and without QK-norm."""

import numpy as np

from refutable import close, mutant


def check(output_norm_block, rms_norm, stack, qk_logits):
    d, depth = 64, 32
    rng = np.random.default_rng(0)
    w = rng.normal(size=(depth, d, d)) / np.sqrt(d)
    w_q, w_k = rng.normal(size=(2, d, d)) / np.sqrt(d)
    streams = stack(rng.normal(size=(32, d)), rms_norm, [lambda z, a=a: z @ a for a in w], output_norm_block)

    def size(stream, norm=None):
        return np.sqrt(np.mean(np.square(qk_logits(stream @ w_q, stream @ w_k, 4, norm))))

    close("logits at the input", size(streams[0]), 1.0, atol=0.15)
    for after in (8, 32):
        grown = size(streams[after]) / size(streams[0])
        close(f"growth after {after} blocks over 1 + {after}", grown / (1 + after), 1.0, atol=0.15)
        kept = size(streams[after], rms_norm) / size(streams[0], rms_norm)
        close(f"growth after {after} blocks with QK-norm", kept, 1.0, atol=0.1)


@mutant("output_norm_block")
def norm_on_the_sum(x, norm, branch):
    """Post-norm: the stream that queries read cannot grow."""
    return norm(x + branch(x))


@mutant("output_norm_block")
def no_norm(x, norm, branch):
    """Forgets the norm, so that the stream grows exponentially."""
    return x + branch(x)


@mutant("qk_logits")
def always_normalised(q, k, heads, norm=None, per_head=True):
    """Normalizes queries and keys whether or not it is asked to."""
    q, k = (z.reshape(len(z), heads, -1).swapaxes(0, 1) for z in (q, k))
    q, k = (z / np.sqrt((z**2).mean(axis=-1, keepdims=True)) for z in (q, k))
    return q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])


@mutant("qk_logits")
def query_alone(q, k, heads, norm=None, per_head=True):
    """Normalizes queries and forgets the keys."""
    q, k = (z.reshape(len(z), heads, -1).swapaxes(0, 1) for z in (q, k))
    return (norm(q) if norm else q) @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])


@mutant("qk_logits")
def not_scaled(q, k, heads, norm=None, per_head=True):
    """Forgets to divide by the root of the head's width."""
    q, k = (z.reshape(len(z), heads, -1).swapaxes(0, 1) for z in (q, k))
    return (norm(q) if norm else q) @ (norm(k) if norm else k).swapaxes(1, 2)


@mutant("rms_norm")
def identity(x, gain=None, eps=1e-5):
    """Forgets to normalize."""
    return x
