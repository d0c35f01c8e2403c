"""Read a deep pre-norm stack without a final norm, absorb a scale in the head, and see where a head cannot follow."""

import numpy as np

from refutable import above, close, equal, mutant


def check(logits, rms_norm, pre_block, stack):
    rng = np.random.default_rng(2)
    d = 16
    x, e = rng.normal(3, 2, size=(6, d)), rng.normal(size=(50, d))
    branches = [lambda z, w=w: np.tanh(z @ w) for w in rng.normal(size=(48, d, d)) / 4]

    def norm(z):
        return rms_norm(z, eps=0.0)

    last = stack(x, norm, branches, pre_block)[-1]
    raw = logits(last, e, lambda z: z)
    equal("are the logits of 48 blocks finite?", bool(np.isfinite(raw).all()), True)
    close("they are the products of stream and rows", raw, (last[:, None, :] * e).sum(axis=-1))
    for c in (0.1, 25.0):
        scaled = stack(c * x, norm, [lambda z, f=f, c=c: c * f(z) for f in branches], pre_block)[-1]
        close(f"stream times {c}, unembedding divided by {c}", logits(scaled, e / c, lambda z: z), raw)
    normed = logits(last, e, norm)
    factors = (raw * normed).sum(axis=-1) / (normed**2).sum(axis=-1)
    close("token by token a final RMSNorm is one factor", factors[:, None] * normed, raw)
    above("largest factor / smallest", factors.max() / factors.min(), 1.1)


@mutant("logits", belief=True)
def always_normalized(x, unembedding, norm):
    """Normalizes the stream in any case, as if logits were undefined otherwise."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True)) @ unembedding.T


def observe(x, logits):
    return logits(x, np.eye(len(x)), lambda z: z)


@mutant("pre_block")
def norm_on_the_sum(x, norm, branch):
    """Puts the norm on the sum, where no scale is left to absorb."""
    return norm(x + branch(x))


@mutant("pre_block")
def raw_branch(x, norm, branch):
    """Forgets the norm, so that the branch notices the scale of the stream."""
    return x + branch(x)


@mutant("rms_norm")
def fixed_scale(x, gain=1.0, eps=1e-5):
    """Divides every token by the same number."""
    return gain * x / np.sqrt((x**2).mean())


@mutant("rms_norm")
def centring(x, gain=1.0, eps=1e-5):
    """Centres too, as LayerNorm does, which is more than one factor per token."""
    z = x - x.mean(axis=-1, keepdims=True)
    return gain * z / np.sqrt((z**2).mean(axis=-1, keepdims=True) + eps)


@mutant("stack")
def shared_scale_only(x, norm, branches, block):
    """Hands the blocks a stream that is already normalized."""
    streams = [norm(x)]
    for branch in branches:
        streams.append(block(streams[-1], norm, branch))
    return streams
