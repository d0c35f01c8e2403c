"""Read the default epsilon of keras.layers.RMSNormalization, and compare both layers on a token without a mean."""

import numpy as np

from refutable import close, equal, mutant


def check(installed_default, keras_norm):
    equal("default", installed_default("keras.layers.RMSNormalization", "epsilon"), 1e-6)
    x = np.array([[1e-3], [1e-2], [1.0]]) * np.random.default_rng(0).normal(0.5, 1.0, size=(3, 64))
    square = (x**2).mean(axis=-1, keepdims=True)
    close("output", keras_norm("RMSNormalization", x, "float32"), x / np.sqrt(square + 1e-6), atol=1e-5)
    z = x[1:2] - x[1:2].mean()  # without a mean only epsilon tells the two layers apart
    sizes = [(keras_norm(kind, z, "float32") ** 2).mean() for kind in ("RMSNormalization", "LayerNormalization")]
    v = (z**2).mean()
    close("size of a small centred token by either layer", sizes, [v / (v + 1e-6), v / (v + 1e-3)], atol=1e-5)


def normalized(kind, x, eps):
    z = x - x.mean(axis=-1, keepdims=True) if kind == "LayerNormalization" else x
    return z / np.sqrt((z**2).mean(axis=-1, keepdims=True) + eps)


@mutant("installed_default")
def that_of_layer_normalization(address, parameter):
    """Takes 1e-3 for the default of both layers."""
    return 1e-3


@mutant("keras_norm")
def one_epsilon(kind, x, dtype, **options):
    """Adds 1e-3 in both layers."""
    return normalized(kind, x, 1e-3)


@mutant("keras_norm")
def small_in_both(kind, x, dtype, **options):
    """Adds 1e-6 in both layers."""
    return normalized(kind, x, 1e-6)


@mutant("keras_norm")
def centres_too(kind, x, dtype, **options):
    """Subtracts the mean in both layers."""
    return normalized("LayerNormalization", x, 1e-6 if kind == "RMSNormalization" else 1e-3)


@mutant("keras_norm")
def no_epsilon(kind, x, dtype, **options):
    """Adds nothing in RMSNormalization."""
    return normalized(kind, x, 0.0 if kind == "RMSNormalization" else 1e-3)
