"""Cast float64 numbers around the middle of two bfloat16 numbers."""

import numpy as np

from refutable import close, equal, mutant


def check(torch_call, to_bfloat16):
    middle = 1 + 2.0**-8  # of 1 and 1 + 2^-7, the next number in bfloat16
    near, far = middle + 2.0**-40, middle + 2.0**-20
    values = np.array([middle, near, far, -near, 3 * 2.0**-7 + near])
    exact = np.array([1.0, 1 + 2.0**-7, 1 + 2.0**-7, -1 - 2.0**-7, 1 + 4 * 2.0**-7])
    equal("the nearest numbers", to_bfloat16(values).tolist(), exact.tolist())
    cast = torch_call("clone", values, dtype="bfloat16")
    equal("PyTorch's, one unit lower or not", ((exact - cast) * 2.0**7).tolist(), [0.0, 1.0, 0.0, -1.0, 0.0])
    single = np.random.default_rng(0).normal(size=4000).astype(np.float32)
    close("numbers from float32, which are rounded once", torch_call("clone", single, dtype="bfloat16"),
          to_bfloat16(single), atol=0)


def bits(x, count=8):
    m, e = np.frexp(np.asarray(x, dtype=float))
    return np.ldexp(np.rint(np.ldexp(m, count)), e - count)


@mutant("torch_call")
def in_one_step(name, *arrays, dtype="float64", **options):
    """Rounds to the nearest at once."""
    return bits(arrays[0])


@mutant("torch_call")
def truncates(name, *arrays, dtype="float64", **options):
    """Cuts the last bits off."""
    return np.trunc(np.asarray(arrays[0], dtype=float) * 2.0**7) / 2.0**7


@mutant("torch_call")
def by_way_of_float16(name, *arrays, dtype="float64", **options):
    """Takes float16 as the step between."""
    return bits(np.asarray(arrays[0], dtype=np.float16))


@mutant("torch_call")
def ties_up(name, *arrays, dtype="float64", **options):
    """Goes by way of float32 and rounds ties up."""
    return np.floor(np.asarray(arrays[0], dtype=np.float32).astype(float) * 2.0**7 + 0.5) / 2.0**7


@mutant("to_bfloat16")
def two_steps(x):
    """Rounds to float32 first, too."""
    return bits(np.asarray(x, dtype=np.float32))
