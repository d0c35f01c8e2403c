"""Read the default epsilon of keras.layers.LayerNormalization, and see it in tokens whose variance is near it."""

import numpy as np

from refutable import close, equal, mutant


def check(installed_default, keras_norm):
    equal("default", installed_default("keras.layers.LayerNormalization", "epsilon"), 1e-3)
    equal("default of the operation", installed_default("keras.ops.layer_normalization", "epsilon"), None)
    x = np.array([[1e-2], [3e-2], [1.0]]) * np.random.default_rng(0).normal(0.5, 1.0, size=(3, 64))
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = (centred**2).mean(axis=-1, keepdims=True)
    close("output for deviations 0.01, 0.03 and 1", keras_norm("LayerNormalization", x, "float32"),
          centred / np.sqrt(variance + 1e-3), atol=1e-5)
    close("the same, 1e-5 asked for", keras_norm("LayerNormalization", x, "float32", epsilon=1e-5),
          centred / np.sqrt(variance + 1e-5), atol=1e-5)


def observe(x, keras_norm):
    return keras_norm("LayerNormalization", x[None] / 100, "float32")[0]


def normalized(x, eps, outside=0.0):
    return (x - x.mean(axis=-1, keepdims=True)) / (np.sqrt(x.var(axis=-1, keepdims=True) + eps) + outside)


@mutant("installed_default")
def of_pytorch(address, parameter):
    """Takes PyTorch's default for that of every framework."""
    return 1e-5


@mutant("keras_norm", belief=True)
def epsilon_of_pytorch(kind, x, dtype, epsilon=1e-5, **options):
    """Adds 1e-5."""
    return normalized(x, epsilon)


@mutant("keras_norm")
def outside_the_root(kind, x, dtype, epsilon=1e-3, **options):
    """Adds epsilon to the deviation."""
    return normalized(x, 0.0, outside=epsilon)


@mutant("keras_norm")
def deaf(kind, x, dtype, epsilon=1e-3, **options):
    """Adds 1e-3 whatever it is told."""
    return normalized(x, 1e-3)


@mutant("keras_norm")
def backend_epsilon(kind, x, dtype, epsilon=1e-7, **options):
    """Adds the backend's 1e-7."""
    return normalized(x, epsilon)
