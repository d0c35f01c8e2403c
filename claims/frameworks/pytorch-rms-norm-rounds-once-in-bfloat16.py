"""Compare nn.RMSNorm in bfloat16 with both orders of gain and cast, each in float32 up to its roundings."""

import numpy as np

from refutable import above, below, equal, mutant


def check(torch_norm, gain_then_cast, cast_then_gain, to_bfloat16):
    rng = np.random.default_rng(0)
    x, gain = to_bfloat16(rng.normal(0.5, 2, size=(256, 64))), to_bfloat16(1 + 0.3 * rng.normal(size=64))
    y = torch_norm("RMSNorm", x, "bfloat16", gain=gain, eps=1e-6)
    gemma, llama = (order(x, gain, to_bfloat16, eps=1e-6) for order in (gain_then_cast, cast_then_gain))
    below("share of outputs that differ from Gemma's order", (y != gemma).mean(), 2e-4)
    share = (y != llama).mean()
    above("share of outputs that differ from Llama's order", share, 0.2)
    below("the same", share, 0.3)
    last = 2.0 ** (np.floor(np.log2(np.abs(y))) - 7)
    equal("is every difference one unit in the last place?", bool((np.abs(y - llama) / last <= 1.0).all()), True)


def normalized(x, eps):
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


def bits(x, count=8):
    m, e = np.frexp(x)
    return np.ldexp(np.rint(np.ldexp(m, count)), e - count)


@mutant("torch_norm")
def as_llama(kind, x, dtype, gain=None, eps=1e-5):
    """Rounds before it multiplies by the gain."""
    return bits(gain * bits(normalized(x, eps)))


@mutant("torch_norm")
def never_rounded(kind, x, dtype, gain=None, eps=1e-5):
    """Returns more digits than bfloat16 has."""
    return gain * normalized(x, eps)


@mutant("torch_norm")
def statistics_in_bfloat16(kind, x, dtype, gain=None, eps=1e-5):
    """Rounds the root mean square too."""
    return bits(gain * x / bits(np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)))


@mutant("cast_then_gain")
def same_order(x, gain, cast, eps=1e-6):
    """Multiplies before it rounds, so that the orders do not differ."""
    return cast(gain * normalized(x, eps))


@mutant("gain_then_cast")
def rounds_the_gain_again(x, gain, cast, eps=1e-6):
    """Rounds before the gain as well."""
    return cast(gain * cast(normalized(x, eps)))


@mutant("to_bfloat16")
def four_more_bits(x):
    """Keeps 12 bits, so that both orders and PyTorch disagree."""
    return bits(np.asarray(x, dtype=float), 12)
