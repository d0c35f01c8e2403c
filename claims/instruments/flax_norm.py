import jax
import numpy as np
from flax import linen

jax.config.update("jax_enable_x64", True)  # without it JAX makes float32 of float64


def flax_norm(kind, x, dtype, **options):
    """A norm of flax.linen as it is installed, with fresh parameters.

    kind: the name of the class, "LayerNorm" or "RMSNorm". x: shape (..., width); it is rounded to dtype first, the name
    of a type of NumPy, which is also that of parameters and output. options go to the constructor.
    Returns the output in float64, shape of x. Errors: whatever Flax raises.
    Source: the installed package.
    """
    layer = getattr(linen, kind)(dtype=dtype, param_dtype=dtype, **options)

    @jax.jit  # one compilation, where single operations would take many
    def apply(z):
        return layer.apply(layer.init(jax.random.key(0), z), z)

    return np.asarray(apply(np.asarray(x).astype(dtype))).astype(np.float64)
