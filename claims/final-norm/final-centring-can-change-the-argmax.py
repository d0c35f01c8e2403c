"""Compare winners before and after a final LayerNorm without gain, and compute what the centring subtracts."""

import numpy as np

from refutable import below, close, equal, mutant


def check(logits, layer_norm):
    rng = np.random.default_rng(6)
    x, e = rng.normal(1, 3, size=(500, 64)), rng.normal(size=(1000, 64))

    def norm(z):
        return layer_norm(z, eps=1e-5)

    winners = logits(x, e, lambda z: z).argmax(axis=-1)
    below("share of winners that stay", (logits(x, e, norm).argmax(axis=-1) == winners).mean(), 0.8)
    deviation = np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5)
    shift = x.mean(axis=-1, keepdims=True) * e.sum(axis=-1)
    close("logits", logits(x, e, norm), (x @ e.T - shift) / deviation)
    even = e - e.mean(axis=-1, keepdims=True) + 0.1
    same = logits(x, even, norm).argmax(axis=-1) == (x @ even.T).argmax(axis=-1)
    equal("share that stay if all rows have equal sums", same.mean(), 1.0)
    centred = x - x.mean(axis=-1, keepdims=True)
    same = logits(centred, e, norm).argmax(axis=-1) == (centred @ e.T).argmax(axis=-1)
    equal("share that stay for streams of mean zero", same.mean(), 1.0)


@mutant("layer_norm")
def rms(x, gain=None, bias=None, eps=1e-5):
    """Does not centre."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def mean_of_everything(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean over all positions."""
    return (x - x.mean()) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def divides_first(x, gain=None, bias=None, eps=1e-5):
    """Divides by the deviation and subtracts the mean that was there before the division."""
    return x / np.sqrt(x.var(axis=-1, keepdims=True) + eps) - x.mean(axis=-1, keepdims=True)


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("logits")
def centred_logits(x, unembedding, norm):
    """Centres the logits of each position instead of the stream."""
    z = norm(x) @ unembedding.T
    return z - z.mean(axis=-1, keepdims=True)
