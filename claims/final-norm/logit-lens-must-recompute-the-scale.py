"""Read an early stream with its own scale and with the last stream's, and compare ranks and entropies."""

import numpy as np

from refutable import above, close, equal, mutant


def check(logits, rms_norm, pre_block, stack):
    rng = np.random.default_rng(8)
    d = 32
    x, e, gain = rng.normal(0.5, 1, size=(20, d)), rng.normal(size=(100, d)), rng.normal(1, 0.2, size=d)
    branches = [lambda z, w=w: z @ w for w in rng.normal(size=(40, d, d)) / np.sqrt(d)]
    streams = stack(x, lambda z: rms_norm(z, eps=0.0), branches, pre_block)

    def distribution(norm):
        z = logits(streams[1], e, norm)
        p = np.exp(z - z.max(axis=-1, keepdims=True))
        return p / p.sum(axis=-1, keepdims=True)

    def norm(z):
        return rms_norm(z, gain, eps=0.0)

    cached = np.sqrt((streams[-1] ** 2).mean(axis=-1, keepdims=True))
    own, borrowed = distribution(norm), distribution(lambda z: gain * z / cached)
    equal("share of equal rankings", (np.argsort(own) == np.argsort(borrowed)).mean(), 1.0)
    entropy = [-(p * np.log(p)).sum(axis=-1) for p in (own, borrowed)]
    above("entropy that the cached scale adds, smallest over positions", (entropy[1] - entropy[0]).min(), 0.2)
    above("growth of the stream", (cached / np.sqrt((streams[1] ** 2).mean(axis=-1, keepdims=True))).min(), 2.0)
    close("with its own statistics: stream times 7", logits(7 * streams[1], e, norm), logits(streams[1], e, norm))


@mutant("rms_norm", belief=True)
def cached_scale(x, gain=None, eps=1e-5):
    """Uses one fixed scale, as a cached normalization does."""
    return (1 if gain is None else gain) * x / 6


@mutant("rms_norm")
def centring(x, gain=None, eps=1e-5):
    """Centres as well, so the ranking moves."""
    z = x - x.mean(axis=-1, keepdims=True)
    return (1 if gain is None else gain) * z / np.sqrt((z**2).mean(axis=-1, keepdims=True) + eps)


@mutant("pre_block")
def post_norm(x, norm, branch):
    """Post-norm: the stream does not grow, so there is nothing to get wrong."""
    return norm(x + branch(x))


@mutant("pre_block")
def halved_stream(x, norm, branch):
    """Halves the stream in each block, so that it does not grow."""
    return 0.5 * x + branch(norm(x))


@mutant("logits")
def no_final_norm(x, unembedding, norm):
    """Reads the stream without the norm."""
    return x @ unembedding.T
