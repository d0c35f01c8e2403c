"""Compare winners before and after a final RMSNorm whose gains differ, and whose gains are equal."""

import numpy as np

from refutable import below, close, equal, mutant


def check(logits, rms_norm):
    rng = np.random.default_rng(5)
    x, e = rng.normal(3, 2, size=(500, 64)), rng.normal(size=(1000, 64))
    winners = logits(x, e, lambda z: z).argmax(axis=-1)
    for seed in range(3):
        gain = np.random.default_rng(seed).uniform(0, 2, size=64)
        normed = logits(x, e, lambda z, g=gain: rms_norm(z, g, eps=1e-5))
        below(f"share of winners that stay, gains {seed}", (normed.argmax(axis=-1) == winners).mean(), 0.6)
    constant = logits(x, e, lambda z: rms_norm(z, np.full(64, 0.3), eps=1e-5))
    equal("share of winners that stay, all gains 0.3", (constant.argmax(axis=-1) == winners).mean(), 1.0)
    # by hand: the stream (3, 4) prefers the second token until the first feature counts double
    two = logits(np.array([[3.0, 4.0]]), np.eye(2), lambda z: rms_norm(z, np.array([2.0, 1.0]), eps=0.0))
    close("by hand", two, np.array([[6.0, 4.0]]) / np.sqrt(12.5))


def observe(x, rms_norm):
    return rms_norm(x, np.arange(1.0, len(x) + 1))


@mutant("rms_norm", belief=True)
def gain_is_one_number(x, gain=None, eps=1e-5):
    """Takes the gain for one overall factor: its mean."""
    return x * np.mean(gain) / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("rms_norm")
def gain_before(x, gain=None, eps=1e-5):
    """Multiplies by the gain before normalizing."""
    return x * gain / np.sqrt(((x * gain) ** 2).mean(axis=-1, keepdims=True) + eps)


@mutant("rms_norm")
def no_gain(x, gain=None, eps=1e-5):
    """Ignores the gain."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("rms_norm")
def centring(x, gain=None, eps=1e-5):
    """Centres as well, which moves winners even with equal gains."""
    z = x - x.mean(axis=-1, keepdims=True)
    return gain * z / np.sqrt((z**2).mean(axis=-1, keepdims=True) + eps)


@mutant("logits")
def no_final_norm(x, unembedding, norm):
    """Leaves the final norm out, after which every winner stays."""
    return x @ unembedding.T
