"""Shift tokens of unit deviation far from zero and compare Flax's LayerNorm with float64."""

import numpy as np

from refutable import above, below, equal, mutant


def check(installed_default, flax_norm):
    equal("default", installed_default("flax.linen.LayerNorm", "use_fast_variance"), True)
    noise = np.random.default_rng(0).normal(size=(64, 32))

    def error(mean, **options):
        x = (noise + mean).astype(np.float32)
        return np.abs(flax_norm("LayerNorm", x, "float32", **options) - two_pass(x.astype(float))).max()

    below("as shipped, mean 0", error(0), 1e-5)
    above("as shipped, mean 100", error(100), 2e-3)
    below("as shipped, mean 100", error(100), 2e-2)
    above("as shipped, mean 10000", error(1e4), 1000)
    below("slow variance, mean 100", error(100, use_fast_variance=False), 1e-4)
    below("slow variance, mean 10000", error(1e4, use_fast_variance=False), 1e-2)


def observe(a, flax_norm):
    return flax_norm("LayerNorm", 100 * a + np.array([[1.0, 2.0, 4.0, 7.0]]), "float32")[0]


def two_pass(x):
    z = x - x.mean(axis=-1, keepdims=True)
    return (z / np.sqrt((z * z).mean(axis=-1, keepdims=True) + x.dtype.type(1e-6))).astype(float)


def one_pass(x, least=0.0):
    mean = x.mean(axis=-1, keepdims=True)
    variance = np.maximum(least, (x * x).mean(axis=-1, keepdims=True) - mean * mean)
    with np.errstate(all="ignore"):
        return ((x - mean) / np.sqrt(variance + x.dtype.type(1e-6))).astype(float)


@mutant("flax_norm", belief=True)
def always_two_passes(kind, x, dtype, use_fast_variance=False):
    """Subtracts the mean before it squares in any case."""
    return two_pass(np.asarray(x, np.float32))


@mutant("flax_norm")
def always_one_pass(kind, x, dtype, use_fast_variance=True):
    """Cannot be told to take the slow way."""
    return one_pass(np.asarray(x, np.float32))


@mutant("flax_norm")
def in_double(kind, x, dtype, use_fast_variance=True):
    """Takes the fast way in float64, where nothing is lost."""
    return one_pass(np.asarray(x, float))


@mutant("flax_norm")
def not_clipped(kind, x, dtype, use_fast_variance=True):
    """Does not clip negative variances, so that their roots are NaN."""
    return one_pass(np.asarray(x, np.float32), -np.inf) if use_fast_variance else two_pass(np.asarray(x, np.float32))


@mutant("flax_norm")
def in_half(kind, x, dtype, use_fast_variance=True):
    """Squares with three digits."""
    return one_pass(np.asarray(x, np.float16).astype(np.float32))


@mutant("installed_default")
def slow(address, parameter):
    """Says that the slow variance is the default."""
    return False
