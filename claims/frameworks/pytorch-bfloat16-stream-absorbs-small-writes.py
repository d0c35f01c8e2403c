"""Add small writes to large streams in PyTorch's half-precision types, once and a thousand times."""

import numpy as np

from refutable import close, equal, mutant


def check(torch_call):
    writes = np.array([0.5, 1.0, 1.5, 2.0, 3.0, 5.0])
    equal("256 + 0.5, 1, 1.5, 2, 3, 5 in bfloat16", torch_call("add", 256.0, writes, dtype="bfloat16").tolist(),
          [256.0, 256.0, 258.0, 258.0, 260.0, 260.0])
    equal("2048 + 0.5, 1, 1.5, 2, 3, 5 in float16", torch_call("add", 2048.0, writes, dtype="float16").tolist(),
          [2048.0, 2048.0, 2050.0, 2050.0, 2052.0, 2052.0])
    stream = np.array([1.0, 100.0, 300.0])
    for _ in range(1000):
        stream = torch_call("add", stream, 1.0, dtype="bfloat16")
    close("streams of 1, 100 and 300 after a thousand writes of 1", stream, [256.0, 256.0, 300.0], atol=0)


def rounded(value, bits):
    m, e = np.frexp(value)
    return np.ldexp(np.rint(np.ldexp(m, bits)), e - bits)


@mutant("torch_call")
def exact(name, *arrays, dtype="float64", **options):
    """Adds without rounding."""
    return arrays[0] + np.asarray(arrays[1])


@mutant("torch_call")
def bfloat16_as_float16(name, *arrays, dtype="float64", **options):
    """Gives bfloat16 the 11 significant bits of float16."""
    return rounded(arrays[0] + np.asarray(arrays[1]), 11)


@mutant("torch_call")
def truncates(name, *arrays, dtype="float64", **options):
    """Cuts the digits off in place of rounding to the nearest."""
    spacing = np.exp2(np.floor(np.log2(arrays[0])) - (7 if dtype == "bfloat16" else 10))
    return np.floor((arrays[0] + np.asarray(arrays[1])) / spacing) * spacing


@mutant("torch_call")
def ties_away(name, *arrays, dtype="float64", **options):
    """Rounds ties up."""
    spacing = np.exp2(np.floor(np.log2(arrays[0])) - (7 if dtype == "bfloat16" else 10))
    return np.floor((arrays[0] + np.asarray(arrays[1])) / spacing + 0.5) * spacing


@mutant("torch_call")
def seven_bits(name, *arrays, dtype="float64", **options):
    """Counts the 7 stored bits of bfloat16 and forgets the one that is not stored."""
    return rounded(arrays[0] + np.asarray(arrays[1]), 7 if dtype == "bfloat16" else 10)
