"""Normalize the same small tokens in three frameworks, with their own epsilons and with one for all."""

import numpy as np

from refutable import close, mutant


def check(torch_norm, flax_norm, keras_norm):
    x = np.random.default_rng(0).normal(size=(4, 64))
    x = 1e-3 * (x - x.mean(axis=-1, keepdims=True)) / x.std(axis=-1, keepdims=True)
    own = [torch_norm("LayerNorm", x, "float32"), flax_norm("LayerNorm", x, "float32"),
           keras_norm("LayerNormalization", x, "float32")]
    for name, y, size in zip(("PyTorch", "Flax", "Keras"), own, (0.3015, 0.7071, 0.0316), strict=True):
        close(f"{name}: deviation of the output", y.std(axis=-1), size, atol=1e-4)
        close(f"{name}: direction of the output", y / y.std(axis=-1, keepdims=True), 1e3 * x, atol=1e-4)
    same = [torch_norm("LayerNorm", x, "float32", eps=1e-6), flax_norm("LayerNorm", x, "float32", epsilon=1e-6),
            keras_norm("LayerNormalization", x, "float32", epsilon=1e-6)]
    for y in same:
        close("with 1e-6 in all three, against x over its root", y, x / np.sqrt(2e-6), atol=1e-5)


def normalized(x, eps):
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)


@mutant("torch_norm")
def as_flax(kind, x, dtype, gain=None, eps=1e-6):
    """Adds 1e-6 by default."""
    return normalized(x, eps)


@mutant("flax_norm")
def as_pytorch(kind, x, dtype, epsilon=1e-5):
    """Adds 1e-5 by default."""
    return normalized(x, epsilon)


@mutant("keras_norm")
def as_the_others(kind, x, dtype, epsilon=1e-5):
    """Adds 1e-5 by default."""
    return normalized(x, epsilon)


@mutant("keras_norm")
def deaf(kind, x, dtype, epsilon=1e-3):
    """Adds 1e-3 whatever it is told."""
    return normalized(x, 1e-3)


@mutant("flax_norm")
def unit_variance(kind, x, dtype, epsilon=1e-6):
    """Reaches unit variance for every token, as if there were no epsilon."""
    return normalized(x, 0.0)
