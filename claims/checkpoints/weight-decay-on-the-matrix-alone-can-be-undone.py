"""Decay a matrix 1000 times, let the gain grow by the inverse, and compare; then decay both."""

import numpy as np

from refutable import below, close, mutant


def check(weight_decay, rms_norm):
    rng = np.random.default_rng(5)
    d = 16
    x, w, gain = rng.normal(3, 2, size=(5, d)), rng.normal(size=(d, d)), rng.normal(1, 0.3, size=d)
    before = rms_norm(x, gain, eps=1e-5) @ w
    decayed = weight_decay(w, lr=1e-3, decay=0.1, steps=1000)
    shrink = 0.9999**1000
    close("the matrix after 1000 steps", decayed, shrink * w)
    below("its length against before", np.linalg.norm(decayed) / np.linalg.norm(w), 0.91)
    close("output, gain grown by the inverse", rms_norm(x, gain / shrink, eps=1e-5) @ decayed, before)
    both = weight_decay(gain, lr=1e-3, decay=0.1, steps=1000)
    close("output, both decayed", rms_norm(x, both, eps=1e-5) @ decayed, shrink**2 * before)
    close("output, by hand", before, gain * x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + 1e-5) @ w)


@mutant("weight_decay")
def subtracts_a_constant(weight, lr, decay, steps=1):
    """Subtracts the same amount from every entry."""
    return weight - lr * decay * steps


@mutant("weight_decay")
def shrinks_by_sign(weight, lr, decay, steps=1):
    """Is L1: moves every entry towards 0 by the same amount."""
    return np.sign(weight) * np.maximum(0, np.abs(weight) - lr * decay * steps)


@mutant("weight_decay")
def without_lr(weight, lr, decay, steps=1):
    """Does not multiply the decay by the learning rate."""
    return weight * (1 - decay) ** steps


@mutant("weight_decay")
def towards_one(weight, lr, decay, steps=1):
    """Pulls towards 1 and not towards 0."""
    return 1 + (weight - 1) * (1 - lr * decay) ** steps


@mutant("rms_norm")
def gain_has_no_scale(x, gain=None, eps=1e-5):
    """Multiplies by the gain before it normalizes, so that its scale cannot make up for anything."""
    return x * gain / np.sqrt(((x * gain) ** 2).mean(axis=-1, keepdims=True) + eps)


@mutant("rms_norm")
def unit_offset(x, gain=None, eps=1e-5):
    """Takes 1 + gain."""
    return (1 + gain) * x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)
