"""Look for the largest logit over streams of all sizes, random and aimed at one token."""

import numpy as np

from refutable import above, below, close, mutant


def check(logits, rms_norm):
    rng = np.random.default_rng(1)
    d = 16
    e, gain = rng.normal(size=(50, d)), rng.normal(1, 0.3, size=d)
    x = rng.normal(3, 2, size=(200, d)) * np.logspace(-3, 6, 200)[:, None]
    longest = e[np.argmax((e**2).sum(axis=-1))]
    length = np.sqrt((longest**2).sum())

    def norm(z):
        return rms_norm(z, gain, eps=0.0)

    bound = np.sqrt(d) * np.abs(gain).max() * length
    below("largest logit / bound, random streams", np.abs(logits(x, e, norm)).max() / bound, 1.0)
    below("largest logit / bound, aimed streams", np.abs(logits(longest * gain * 1e3, e, norm)).max() / bound, 1.0)
    even = np.abs(logits(1e3 * longest[None], e, lambda z: rms_norm(z, np.full(d, 0.7), eps=0.0))).max()
    close("aimed at the longest row, all gains 0.7", even / (np.sqrt(d) * 0.7 * length), 1.0)
    above("without a norm: largest logit / bound", np.abs(logits(x, e, lambda z: z)).max() / bound, 100.0)


@mutant("rms_norm")
def centre_only(x, gain=1.0, eps=1e-5):
    """Subtracts the mean instead of dividing by the root mean square."""
    return gain * (x - x.mean(axis=-1, keepdims=True))


@mutant("rms_norm")
def gain_first(x, gain=1.0, eps=1e-5):
    """Multiplies by the gain before it normalizes, so a uniform gain has no effect."""
    return x * gain / np.sqrt(((x * gain) ** 2).mean(axis=-1, keepdims=True) + eps)


@mutant("rms_norm")
def unit_length(x, gain=1.0, eps=1e-5):
    """Scales to length 1 and not to length sqrt(d)."""
    return gain * x / np.sqrt((x**2).sum(axis=-1, keepdims=True) + eps)


@mutant("logits")
def square_root_of_width(x, unembedding, norm):
    """Multiplies by sqrt(d), as some models do with embeddings."""
    return norm(x) @ unembedding.T * np.sqrt(x.shape[-1])


@mutant("logits")
def tanh_cap(x, unembedding, norm):
    """Caps the logits with a tanh, as Gemma 2 does, so the bound is not reached."""
    return 30 * np.tanh(norm(x) @ unembedding.T / 30)
