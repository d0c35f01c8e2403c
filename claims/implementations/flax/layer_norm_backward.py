import jax
import numpy as np
from flax import linen

jax.config.update("jax_enable_x64", True)
DTYPE = "float64"  # of what is computed, where float64 is handed over


@jax.jit
def _pull_back(x, gradient, gain, eps):
    layer = linen.LayerNorm(epsilon=eps, dtype=x.dtype, param_dtype=x.dtype, use_bias=False)
    return jax.vjp(lambda z: layer.apply({"params": {"scale": gain}}, z), x)[1](gradient)[0]


def layer_norm_backward(x, gradient, gain=1.0, eps=1e-5):
    """jax.vjp of flax.linen.LayerNorm, in the type of x, otherwise as shipped, so through its fast variance."""
    x = 1.0 * np.asarray(x)
    gradient, gain = (np.broadcast_to(v, s).astype(x.dtype) for v, s in ((gradient, x.shape), (gain, x.shape[-1:])))
    return np.array(_pull_back(x, gradient, gain, eps))
