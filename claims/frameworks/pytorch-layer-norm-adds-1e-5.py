"""Read the default epsilon of torch.nn.LayerNorm, and see it in tokens whose variance is near it."""

import numpy as np

from refutable import close, equal, mutant


def check(installed_default, torch_norm):
    equal("default of LayerNorm", installed_default("torch.nn.LayerNorm", "eps"), 1e-5)
    equal("default of the encoder layer", installed_default("torch.nn.TransformerEncoderLayer", "layer_norm_eps"), 1e-5)
    x = 7 + np.array([[1e-3], [3e-3], [1.0]]) * np.random.default_rng(0).normal(size=(3, 64))
    centred = x - x.mean(axis=-1, keepdims=True)
    expected = centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5)
    close("output for deviations 0.001, 0.003 and 1", torch_norm("LayerNorm", x, "float64"), expected, atol=1e-9)


def normalized(x, eps, outside=0.0, ddof=0):
    variance = x.var(axis=-1, keepdims=True, ddof=ddof)
    return (x - x.mean(axis=-1, keepdims=True)) / (np.sqrt(variance + eps) + outside)


@mutant("installed_default")
def of_flax(address, parameter):
    """Takes Flax's default for that of every framework."""
    return 1e-6


@mutant("torch_norm")
def epsilon_of_flax(kind, x, dtype, gain=None, **options):
    """Adds 1e-6."""
    return normalized(x, 1e-6)


@mutant("torch_norm")
def epsilon_of_bert(kind, x, dtype, gain=None, **options):
    """Adds 1e-12."""
    return normalized(x, 1e-12)


@mutant("torch_norm")
def outside_the_root(kind, x, dtype, gain=None, **options):
    """Adds 1e-5 to the deviation."""
    return normalized(x, 0.0, outside=1e-5)


@mutant("torch_norm")
def unbiased(kind, x, dtype, gain=None, **options):
    """Divides by n - 1."""
    return normalized(x, 1e-5, ddof=1)
