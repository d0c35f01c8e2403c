"""Store gains near 1 in bfloat16, plainly and as an offset, and normalize in high precision."""

import numpy as np

from refutable import below, close, equal, mutant


def check(to_bfloat16, rms_norm, unit_offset_rms_norm):
    rng = np.random.default_rng(7)
    x, w = rng.normal(3, 2, size=(5, 64)), rng.uniform(-0.0019, 0.0038, size=64)
    unit = x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + 1e-6)
    equal("1.003 in bfloat16", float(to_bfloat16(1.003)), 1.0)
    close("0.003 in bfloat16", to_bfloat16(0.003), 0.003, rtol=2**-8)
    close("plain gains: nothing is left of the offsets", rms_norm(x, to_bfloat16(1 + w), eps=1e-6), unit)
    kept = unit_offset_rms_norm(x, to_bfloat16(w), eps=1e-6)
    below("(1 + w): largest error of what w changes, relative", np.abs((kept / unit - 1) / w - 1).max(), 2**-8)
    converted = rms_norm(x, to_bfloat16(1 + to_bfloat16(w)), eps=1e-6)
    close("converted to plain bfloat16 gains: lost", converted, unit)
    close("a step further it shows", [to_bfloat16(1.004), to_bfloat16(0.997)], [1.0078125, 0.99609375])


@mutant("to_bfloat16")
def half(x):
    """Rounds to float16, which has three bits more."""
    return np.asarray(x).astype(np.float16).astype(float)


@mutant("to_bfloat16")
def fixed_step(x):
    """Rounds to multiples of 2^-7 whatever the size of the number."""
    return np.rint(np.asarray(x, dtype=float) * 128) / 128


@mutant("to_bfloat16")
def truncates(x):
    """Cuts the lower bits off."""
    m, e = np.frexp(np.asarray(x, dtype=float))
    return np.ldexp(np.trunc(m * 256) / 256, e)


@mutant("unit_offset_rms_norm")
def sum_in_bfloat16(x, weight, eps=1e-6):
    """Adds 1 in bfloat16."""
    gain = np.rint((1 + weight) * 128) / 128
    return gain * x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("unit_offset_rms_norm")
def plain(x, weight, eps=1e-6):
    """Takes the stored number for the gain."""
    return weight * x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("rms_norm")
def offset(x, gain=None, eps=1e-5):
    """Adds 1 to the stored gain."""
    return (1 + gain) * x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)
