"""Read the default epsilons of Flax, and see them in tokens whose variance is near them."""

import numpy as np

from refutable import close, equal, mutant


def check(installed_default, flax_norm):
    found = {f"{api}.{kind}": installed_default(f"flax.{api}.{kind}", "epsilon")
             for api in ("linen", "nnx") for kind in ("LayerNorm", "RMSNorm", "BatchNorm")}
    equal("defaults", found, {"linen.LayerNorm": 1e-6, "linen.RMSNorm": 1e-6, "linen.BatchNorm": 1e-5,
                              "nnx.LayerNorm": 1e-6, "nnx.RMSNorm": 1e-6, "nnx.BatchNorm": 1e-5})
    x = np.array([[1e-3], [3e-4], [1.0]]) * (0.5 + np.random.default_rng(0).normal(size=(3, 64)))
    centred = x - x.mean(axis=-1, keepdims=True)
    for kind, z in (("LayerNorm", centred), ("RMSNorm", x)):
        expected = z / np.sqrt((z**2).mean(axis=-1, keepdims=True) + 1e-6)
        close(f"output of {kind}", flax_norm(kind, x, "float64"), expected, atol=1e-9)


def normalized(kind, x, eps, outside=0.0):
    z = x - x.mean(axis=-1, keepdims=True) if kind == "LayerNorm" else x
    return z / (np.sqrt((z**2).mean(axis=-1, keepdims=True) + eps) + outside)


@mutant("installed_default")
def of_pytorch(address, parameter):
    """Takes PyTorch's default for that of every framework."""
    return 1e-5


@mutant("flax_norm")
def epsilon_of_pytorch(kind, x, dtype, **options):
    """Adds 1e-5."""
    return normalized(kind, x, 1e-5)


@mutant("flax_norm")
def epsilon_of_keras(kind, x, dtype, **options):
    """Adds 1e-3 in LayerNorm."""
    return normalized(kind, x, 1e-3 if kind == "LayerNorm" else 1e-6)


@mutant("flax_norm")
def outside_the_root(kind, x, dtype, **options):
    """Adds 1e-6 to the deviation."""
    return normalized(kind, x, 0.0, outside=1e-6)


@mutant("flax_norm")
def centres_in_either(kind, x, dtype, **options):
    """Subtracts the mean in RMSNorm too."""
    return normalized("LayerNorm", x, 1e-6)
