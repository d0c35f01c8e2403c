import jax
import numpy as np
from flax import linen

jax.config.update("jax_enable_x64", True)
DTYPE = "float64"  # of what is computed, where float64 is handed over


@jax.jit
def _apply(x, w_in, w_out, b_in, b_out):
    def dense(z, kernel, bias):
        layer = linen.Dense(kernel.shape[1], dtype=z.dtype, param_dtype=z.dtype)
        return layer.apply({"params": {"kernel": kernel, "bias": bias}}, z)

    return dense(linen.relu(dense(x, w_in, b_in)), w_out, b_out)


def feed_forward(x, w_in, w_out, b_in=0.0, b_out=0.0):
    """flax.linen.Dense, relu and Dense, in the type of x."""
    x, w_in, w_out = (1.0 * np.asarray(v) for v in (x, w_in, w_out))
    b_in, b_out = (np.broadcast_to(b, w.shape[1]).astype(x.dtype) for b, w in ((b_in, w_in), (b_out, w_out)))
    return np.array(_apply(x, w_in, w_out, b_in, b_out))
