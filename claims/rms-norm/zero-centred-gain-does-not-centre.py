"""Use gain 1 + w with w = 0 and with a random w, on tokens with a large mean."""

import numpy as np

from refutable import above, close, mutant


def check(rms_norm):
    rng = np.random.default_rng(9)
    x, w = rng.normal(5, 3, size=(3, 16)), rng.normal(0, 0.3, size=16)
    r = np.sqrt((x**2).mean(axis=-1, keepdims=True) + 1e-6)
    fresh = rms_norm(x, gain=1 + np.zeros(16), eps=1e-6)
    close("w = 0 against x / r", fresh, x / r, atol=1e-13)
    above("mean of each output, w = 0", fresh.mean(axis=-1), 0.5)
    close("w random against (1 + w) x / r", rms_norm(x, gain=1 + w, eps=1e-6), (1 + w) * x / r, atol=1e-13)
    close("w = 0 taken for the gain", rms_norm(x, gain=np.zeros(16), eps=1e-6), np.zeros((3, 16)), atol=1e-12)


def observe(x, rms_norm):
    return rms_norm(x, gain=1 + np.zeros(len(x)), eps=1e-6)


@mutant("rms_norm", belief=True)
def subtracts_the_mean(x, gain=None, eps=1e-5):
    """Centres the input because the name says zero-centred."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) * gain


@mutant("rms_norm")
def adds_one_again(x, gain=None, eps=1e-5):
    """Adds 1 to a gain to which 1 was already added."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps) * (1 + gain)


@mutant("rms_norm")
def gain_centred(x, gain=None, eps=1e-5):
    """Shifts the gain so that its mean is 1."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps) * (gain - np.mean(gain) + 1)


@mutant("rms_norm")
def divides_by_the_deviation(x, gain=None, eps=1e-5):
    """Divides by the standard deviation, which is the root mean square only for mean zero."""
    return x / np.sqrt(x.var(axis=-1, keepdims=True) + eps) * gain
