"""Decay the stored number of both parameterizations and read the gain off the norm's output."""

import numpy as np

from refutable import close, mutant


def check(weight_decay, rms_norm, unit_offset_rms_norm):
    rng = np.random.default_rng(6)
    x = rng.normal(3, 2, size=(5, 16))
    unit = x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + 1e-6)

    def after(stored):
        return weight_decay(np.full(16, stored), lr=1e-3, decay=0.1, steps=1000)

    for gain, plain, offset in ((1.0, 0.904833, 1.0), (1.5, 1.357249, 1.452416), (0.2, 0.180967, 0.276134)):
        close(f"plain gain {gain}", rms_norm(x, after(gain), eps=1e-6), plain * unit, atol=1e-5)
        close(f"(1 + w) gain {gain}", unit_offset_rms_norm(x, after(gain - 1), eps=1e-6), offset * unit, atol=1e-5)
    close("one step", weight_decay(np.array([2.0, -4.0]), lr=0.1, decay=0.5), [1.9, -3.8])


def observe(n, weight_decay, unit_offset_rms_norm):
    # a (1 + w) norm of (1, -1) whose w starts at 0, after n times 100 steps of decay 0.1 at learning rate 1e-3
    return unit_offset_rms_norm(np.array([1.0, -1.0]), weight_decay(np.zeros(2), lr=1e-3, decay=0.1, steps=100 * n))


@mutant("weight_decay", belief=True)
def decays_the_gain(weight, lr, decay, steps=1):
    """Believes that decay acts on the gain 1 + w, whatever number is stored."""
    return (1 + weight) * (1 - lr * decay) ** steps - 1


@mutant("unit_offset_rms_norm")
def plain(x, weight, eps=1e-6):
    """Takes the stored number for the gain."""
    return weight * x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("rms_norm")
def offset(x, gain=None, eps=1e-5):
    """Adds 1 to the stored gain."""
    return (1 + gain) * x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("weight_decay")
def decays_the_distance_from_one(weight, lr, decay, steps=1):
    """Pulls every parameter towards 1."""
    return 1 + (weight - 1) * (1 - lr * decay) ** steps


@mutant("weight_decay")
def once(weight, lr, decay, steps=1):
    """Decays once, whatever the number of steps."""
    return weight * (1 - lr * decay)


@mutant("weight_decay")
def not_compounded(weight, lr, decay, steps=1):
    """Adds the steps up instead of compounding them."""
    return weight * (1 - lr * decay * steps)


@mutant("weight_decay")
def excluded(weight, lr, decay, steps=1):
    """Leaves vectors out of the decay, as many recipes do."""
    return weight
