"""Write ones to a large stream in bfloat16, float16 and float32."""

import numpy as np

from refutable import equal, mutant


def check(to_bfloat16, rounded_sum):
    cases = ((256, 1, 256), (256, 1.5, 258), (258, 1, 260), (255, 1, 256), (-256, -1, -256), (0.5, 2**-9, 0.5))
    for stream, write, want in cases:
        equal(f"{stream} + {write} in bfloat16", float(to_bfloat16(stream + write)), float(want))
    formats = {
        "bfloat16": (to_bfloat16, 256, 256),
        "float16": (np.float16, 2048, 2048),
        "float16, below": (np.float16, 1024, 1124),
        "float32": (np.float32, 2**24 - 100, 2**24),
        "float32, full": (np.float32, 2**24, 2**24),
    }
    for name, (cast, stream, want) in formats.items():
        total = rounded_sum(np.array([stream, *[1.0] * 100]), lambda z, c=cast: np.asarray(c(z), dtype=float))
        equal(f"{stream} after a hundred writes of 1, {name}", float(total), float(want))
    equal("type of what was stored from float32", to_bfloat16(np.float32(0.1)).dtype.name, "float64")


def observe(n, to_bfloat16, rounded_sum):  # a stream of 256 after n writes of 1, in bfloat16
    return float(rounded_sum(np.array([256.0, *[1.0] * n]), to_bfloat16))


@mutant("to_bfloat16")
def truncates(x):
    """Cuts the lower bits off instead of rounding."""
    m, e = np.frexp(np.asarray(x, dtype=float))
    return np.ldexp(np.trunc(m * 256) / 256, e)


@mutant("to_bfloat16")
def ties_up(x):
    """Rounds ties away from zero."""
    m, e = np.frexp(np.asarray(x, dtype=float))
    return np.ldexp(np.trunc(m * 256 + np.sign(m) / 2) / 256, e)


@mutant("to_bfloat16")
def nine_bits(x):
    """Keeps one bit too many, counting the seven stored bits as eight."""
    m, e = np.frexp(np.asarray(x, dtype=float))
    return np.ldexp(np.rint(m * 512) / 512, e)


@mutant("to_bfloat16")
def fixed_step(x):
    """Rounds to multiples of 2 whatever the size of the number."""
    return 2 * np.rint(np.asarray(x, dtype=float) / 2)


@mutant("rounded_sum", belief=True)
def rounds_at_the_end(x, cast):
    """Sums exactly and rounds once."""
    return cast(x.sum(axis=-1))


@mutant("rounded_sum")
def sums_the_writes_first(x, cast):
    """Adds the writes to each other before they meet the stream."""
    return cast(x[..., 0] + cast(x[..., 1:].sum(axis=-1)))
