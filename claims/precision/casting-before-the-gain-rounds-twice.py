"""Normalize in both orders, count differing outputs, and compare the errors with the rounding unit 2^-8."""

import numpy as np

from refutable import above, below, close, equal, mutant


def check(cast_then_gain, gain_then_cast, to_bfloat16):
    rng = np.random.default_rng(6)
    x, gain = to_bfloat16(rng.normal(3, 2, size=(40, 256))), to_bfloat16(rng.normal(1, 0.3, size=256))
    exact = gain * x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + 1e-6)
    llama, gemma = (norm(x, gain, to_bfloat16, eps=1e-6) for norm in (cast_then_gain, gain_then_cast))
    share = (llama != gemma).mean()
    below("share of outputs that differ", share, 0.35)
    above("the same share is not small", share, 0.15)
    step = 2.0 ** (np.frexp(exact)[1] - 8)
    below("largest difference, in steps", (np.abs(llama - gemma) / step).max(), 1.0)
    below("rounded once: largest error, in steps", (np.abs(gemma - exact) / step).max(), 0.5 + 1e-9)
    above("rounded twice: largest error, in steps", (np.abs(llama - exact) / step).max(), 0.7)
    first, last = (norm(x, np.ones(256), to_bfloat16, eps=1e-6) for norm in (cast_then_gain, gain_then_cast))
    equal("all gains 1: share that differs", (first != last).mean(), 0.0)
    size = np.array([1.0, 2.0, 3.0])[:, None] + np.zeros((2, 3, 4))
    for norm in (cast_then_gain, gain_then_cast):
        small = norm(1e-3 * size, np.ones(4), lambda z: z)
        close("tokens near the root of the default epsilon", small, size / np.sqrt(size**2 + 1), atol=1e-12)


def observe(x, cast_then_gain, to_bfloat16):  # bfloat16, gains 0.75, 1.75, 0.75, ...
    return cast_then_gain(x, 0.75 + np.arange(len(x)) % 2, to_bfloat16)


@mutant("cast_then_gain", belief=True)
def rounds_once(x, gain, cast, eps=1e-6):
    """Rounds at the end only."""
    return cast(gain * x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps))


@mutant("cast_then_gain")
def product_not_rounded(x, gain, cast, eps=1e-6):
    """Leaves the product in high precision."""
    return gain * cast(x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps))


@mutant("gain_then_cast")
def rounds_twice(x, gain, cast, eps=1e-6):
    """Rounds before the gain as well."""
    return cast(gain * cast(x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)))


@mutant("gain_then_cast")
def rounds_the_statistics(x, gain, cast, eps=1e-6):
    """Rounds the mean square before it is used."""
    return cast(gain * x / np.sqrt(cast((x**2).mean(axis=-1, keepdims=True)) + eps))


@mutant("gain_then_cast")
def never_rounds(x, gain, cast, eps=1e-6):
    """Forgets the cast."""
    return gain * x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("to_bfloat16")
def truncates(x):
    """Cuts the lower bits off."""
    m, e = np.frexp(np.asarray(x, dtype=float))
    return np.ldexp(np.trunc(m * 256) / 256, e)
