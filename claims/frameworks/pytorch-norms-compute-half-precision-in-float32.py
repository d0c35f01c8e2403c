"""Give torch's norms float16 tokens whose squares overflow float16, and a constant one with a tiny epsilon."""

import numpy as np

from refutable import close, mutant


def check(torch_norm):
    sizes = np.array([[1.0], [300.0], [5000.0], [20000.0]])
    x = (sizes * np.random.default_rng(0).uniform(-1, 1.5, size=(4, 64))).astype(np.float16)
    for kind in ("LayerNorm", "RMSNorm"):
        y = torch_norm(kind, x, "float16", eps=1e-6)
        exact = normalized(kind, x.astype(float), 1e-6)
        close(f"{kind}: against float64, sizes 1 to 20000", y, exact, atol=2e-3)
        close(f"{kind}: mean square", (y**2).mean(axis=-1), 1.0, atol=2e-3)
    constant = torch_norm("LayerNorm", np.full((2, 64), 3.0), "float16", eps=1e-12)
    close("constant token, epsilon 1e-12", constant, np.zeros((2, 64)), atol=0)


def normalized(kind, x, eps):
    with np.errstate(all="ignore"):
        z = x - x.mean(axis=-1, keepdims=True) if kind == "LayerNorm" else x
        return z / np.sqrt((z * z).mean(axis=-1, keepdims=True) + x.dtype.type(eps))


@mutant("torch_norm")
def all_in_half(kind, x, dtype, gain=None, eps=1e-5):
    """Squares in float16, where anything above 255 overflows."""
    return normalized(kind, np.asarray(x, np.float16), eps).astype(float)


@mutant("torch_norm")
def half_but_for_the_sum(kind, x, dtype, gain=None, eps=1e-5):
    """Squares in float16 and adds in float32."""
    x = np.asarray(x, np.float16)
    with np.errstate(all="ignore"):
        z = x - x.astype(np.float32).mean(axis=-1, keepdims=True).astype(np.float16) if kind == "LayerNorm" else x
        return z / np.sqrt((z * z).astype(float).mean(axis=-1, keepdims=True) + eps)


@mutant("torch_norm")
def clipped(kind, x, dtype, gain=None, eps=1e-5):
    """Clips the input at 255, so that no square overflows."""
    return normalized(kind, np.clip(np.asarray(x, float), -255, 255), eps)


@mutant("torch_norm")
def epsilon_in_half(kind, x, dtype, gain=None, eps=1e-5):
    """Keeps epsilon in float16, where 1e-12 is 0."""
    return normalized(kind, np.asarray(x, float), float(np.float16(eps)))


@mutant("torch_norm")
def layer_norm_alone(kind, x, dtype, gain=None, eps=1e-5):
    """Takes care in LayerNorm and not in RMSNorm."""
    return normalized(kind, np.asarray(x, float if kind == "LayerNorm" else np.float16), eps).astype(float)
