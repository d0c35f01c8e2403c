import jax
import numpy as np
from flax import linen

jax.config.update("jax_enable_x64", True)
DTYPE = "float64"  # of what is computed, where float64 is handed over


@jax.jit
def _apply(x, scale, eps):
    options = {} if eps is None else {"epsilon": eps}
    return linen.RMSNorm(dtype=x.dtype, param_dtype=x.dtype, **options).apply({"params": {"scale": scale}}, x)


def rms_norm(x, gain=None, eps=None):
    """flax.linen.RMSNorm in the type of x, otherwise as shipped, so with its epsilon."""
    x = 1.0 * np.asarray(x)
    return np.array(_apply(x, np.broadcast_to(1.0 if gain is None else gain, x.shape[-1:]).astype(x.dtype), eps))
