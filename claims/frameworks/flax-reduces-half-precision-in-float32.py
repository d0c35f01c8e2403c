"""Normalize float16 tokens of small and of large features in Flax, with and without reductions in float32."""

import numpy as np

from refutable import close, equal, mutant


def check(installed_default, flax_norm):
    x = (np.array([[1.0], [600.0]]) * np.random.default_rng(0).uniform(0.6, 1.5, size=(2, 64))).astype(np.float16)
    x[:, ::2] *= -1
    for kind in ("LayerNorm", "RMSNorm"):
        equal(f"{kind}: default", installed_default(f"flax.linen.{kind}", "force_float32_reductions"), True)
        exact = normalized(kind, x, np.float64)
        close(f"{kind}: as shipped", flax_norm(kind, x, "float16"), exact, atol=2e-3)
        y = flax_norm(kind, x, "float16", force_float32_reductions=False)
        close(f"{kind}: small token, reduced in float16", y[0], exact[0], atol=2e-2)
        close(f"{kind}: large token, reduced in float16", y[1], np.zeros(64), atol=0)


def normalized(kind, x, dtype, eps=1e-6):
    with np.errstate(all="ignore"):
        z = np.asarray(x, dtype)
        z = z - z.mean(axis=-1, keepdims=True) if kind == "LayerNorm" else z
        return (z / np.sqrt((z * z).mean(axis=-1, keepdims=True) + dtype(eps))).astype(float)


@mutant("installed_default")
def off(address, parameter):
    """Says that the switch is off as shipped."""
    return False


@mutant("flax_norm")
def never_half(kind, x, dtype, force_float32_reductions=True):
    """Reduces in float32 whatever it is told."""
    return normalized(kind, x, np.float32)


@mutant("flax_norm")
def always_half(kind, x, dtype, force_float32_reductions=True):
    """Reduces in float16 in any case."""
    return normalized(kind, x, np.float16)


@mutant("flax_norm")
def not_a_number(kind, x, dtype, force_float32_reductions=True):
    """Turns an overflow into NaN and not into zeros."""
    y = normalized(kind, x, np.float32 if force_float32_reductions else np.float16)
    return np.where(y == 0, np.nan, y)


@mutant("flax_norm")
def centres_in_either(kind, x, dtype, force_float32_reductions=True):
    """Subtracts the mean in RMSNorm too."""
    return normalized("LayerNorm", x + 0.5, np.float32 if force_float32_reductions else np.float16)
