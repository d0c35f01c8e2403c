import jax
import numpy as np
from flax import linen

jax.config.update("jax_enable_x64", True)
DTYPE = "float64"  # of what is computed, where float64 is handed over


@jax.jit
def _apply(x, parameters, eps):
    options = {} if eps is None else {"epsilon": eps}
    return linen.LayerNorm(dtype=x.dtype, param_dtype=x.dtype, **options).apply({"params": parameters}, x)


def layer_norm(x, gain=None, bias=None, eps=None):
    """flax.linen.LayerNorm in the type of x, otherwise as shipped, so with its fast variance and its epsilon."""
    x = 1.0 * np.asarray(x)
    values = (("scale", 1.0 if gain is None else gain), ("bias", 0.0 if bias is None else bias))
    parameters = {name: np.broadcast_to(value, x.shape[-1:]).astype(x.dtype) for name, value in values}
    return np.array(_apply(x, parameters, eps))
