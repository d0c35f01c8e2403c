"""Shift tokens of unit deviation far from zero and count those that Keras turns into NaN."""

import numpy as np

from refutable import above, below, equal, mutant


def check(keras_norm):
    noise = np.random.default_rng(0).normal(size=(256, 32))

    def output(mean, **options):
        with np.errstate(invalid="ignore"):
            return keras_norm("LayerNormalization", (noise + mean).astype(np.float32), "float32", **options)

    lost = np.isnan(output(1e4))
    equal("is a token lost as a whole?", bool((lost.any(axis=-1) == lost.all(axis=-1)).all()), True)
    above("share of the tokens that is lost, mean 10000", lost.any(axis=-1).mean(), 0.05)
    below("the same", lost.any(axis=-1).mean(), 0.7)
    equal("tokens lost with epsilon 1000", int(np.isnan(output(1e4, epsilon=1e3)).sum()), 0)
    x = (noise + 100).astype(np.float32).astype(float)
    exact = (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-3)
    error = np.abs(output(100) - exact)
    below("error, mean 100", error.max(), 0.1)
    above("the same", error.max(), 5e-4)


def one_pass(x, eps, least, dtype=np.float32):
    x = np.asarray(x).astype(dtype)
    mean = x.mean(axis=-1, keepdims=True)
    variance = np.maximum(least, (x * x).mean(axis=-1, keepdims=True) - mean * mean)
    with np.errstate(all="ignore"):
        return ((x - mean) / np.sqrt(variance + dtype(eps))).astype(float)


@mutant("keras_norm")
def clipped(kind, x, dtype, epsilon=1e-3):
    """Clips negative variances at 0, as Flax does."""
    return one_pass(x, epsilon, 0.0)


@mutant("keras_norm")
def subtracts_first(kind, x, dtype, epsilon=1e-3):
    """Subtracts the mean before it squares, as Keras does on JAX."""
    x = np.asarray(x, np.float32)
    return one_pass(x - x.mean(axis=-1, keepdims=True), epsilon, -np.inf)


@mutant("keras_norm")
def in_double(kind, x, dtype, epsilon=1e-3):
    """Takes the same formula in float64."""
    return one_pass(x, epsilon, -np.inf, np.float64)


@mutant("keras_norm")
def infinite_tokens(kind, x, dtype, epsilon=1e-3):
    """Takes the size of the variance, whatever its sign."""
    x = np.asarray(x, np.float32)
    mean = x.mean(axis=-1, keepdims=True)
    return (x - mean) / np.sqrt(np.abs((x * x).mean(axis=-1, keepdims=True) - mean * mean) + epsilon)


@mutant("keras_norm")
def loses_features(kind, x, dtype, epsilon=1e-3):
    """Loses single features and not whole tokens."""
    y = one_pass(x, epsilon, 0.0)
    return np.where(y > 100, np.nan, y)
