from functools import partial

import jax
import numpy as np
from flax import linen

jax.config.update("jax_enable_x64", True)
DTYPE = "float64"  # of what is computed, where float64 is handed over


@partial(jax.jit, static_argnums=(2, 3))
def _apply(x, kernels, heads, causal):
    layer = linen.MultiHeadDotProductAttention(heads, dtype=x.dtype, param_dtype=x.dtype, use_bias=False)
    mask = linen.make_causal_mask(x[:, 0]) if causal else None
    return layer.apply({"params": {name: {"kernel": kernel} for name, kernel in kernels.items()}}, x, mask=mask)


def attention(x, w_q, w_k, w_v, w_o, heads=1, causal=False):
    """flax.linen.MultiHeadDotProductAttention without biases, in the type of x."""
    x, w_q, w_k, w_v, w_o = (1.0 * np.asarray(v) for v in (x, w_q, w_k, w_v, w_o))
    width = x.shape[-1]
    if width % heads:
        raise ValueError(f"width {width} is not a multiple of {heads} heads")
    kernels = {name: w.reshape(width, heads, -1) for name, w in (("query", w_q), ("key", w_k), ("value", w_v))}
    return np.array(_apply(x, kernels | {"out": w_o.reshape(heads, -1, width)}, heads, causal))
