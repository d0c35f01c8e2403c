"""Give nn.RMSNorm constant tokens that are smaller than its epsilon, and solve the output for it."""

import numpy as np

from refutable import close, equal, mutant

SINGLE, DOUBLE = 2.0**-23, 2.0**-52


def check(installed_default, torch_norm):
    equal("default of the constructor", installed_default("torch.nn.RMSNorm", "eps"), None)
    cases = (("float64", 2.0**-26, DOUBLE), ("float32", 2.0**-12, SINGLE), ("float16", 2.0**-12, SINGLE),
             ("bfloat16", 2.0**-12, SINGLE))
    for dtype, size, expected in cases:  # size / sqrt(size^2 + eps) = y; half the bits of bfloat16 are left for eps
        y = torch_norm("RMSNorm", np.full((2, 64), size), dtype)
        close(f"{dtype}: epsilon over {expected:.2g}", ((size / y) ** 2 - size**2) / expected, 1.0, atol=0.02)


def observe(x, torch_norm):
    return torch_norm("RMSNorm", x[None], "bfloat16")[0]


def normalized(x, eps):
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("torch_norm", belief=True)
def of_the_input(kind, x, dtype, gain=None, **options):
    """Adds the machine epsilon of the input's type."""
    return normalized(x, {"float64": DOUBLE, "float32": SINGLE, "float16": 2.0**-10, "bfloat16": 2.0**-7}[dtype])


@mutant("torch_norm")
def always_single(kind, x, dtype, gain=None, **options):
    """Adds that of float32 in float64 as well."""
    return normalized(x, SINGLE)


@mutant("torch_norm")
def of_llama(kind, x, dtype, gain=None, **options):
    """Adds 1e-6."""
    return normalized(x, 1e-6)


@mutant("torch_norm")
def none_at_all(kind, x, dtype, gain=None, **options):
    """Takes None for zero."""
    return normalized(x, 0.0)


@mutant("installed_default")
def that_of_layer_norm(address, parameter):
    """Takes the default of LayerNorm."""
    return 1e-5
