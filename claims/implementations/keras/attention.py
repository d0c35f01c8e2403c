import os
from functools import cache

import numpy as np

os.environ.setdefault("KERAS_BACKEND", "numpy")  # the lightest; it is chosen when Keras is imported
import keras

DTYPE = "float32"  # of what is computed, where float64 is handed over


@cache
def _layer(tokens, width, heads, dtype):
    layer = keras.layers.MultiHeadAttention(heads, width // heads, use_bias=False, dtype=dtype)
    layer.build((1, tokens, width), (1, tokens, width))
    return layer


def attention(x, w_q, w_k, w_v, w_o, heads=1, causal=False):
    """keras.layers.MultiHeadAttention without biases, on the NumPy backend; asked for float64, partly in float32."""
    x, w_q, w_k, w_v, w_o = (1.0 * np.asarray(v) for v in (x, w_q, w_k, w_v, w_o))
    width = x.shape[-1]
    if width % heads:
        raise ValueError(f"width {width} is not a multiple of {heads} heads")
    layer = _layer(*x.shape, heads, x.dtype.name)
    layer.set_weights([*(w.reshape(width, heads, -1) for w in (w_q, w_k, w_v)), w_o.reshape(heads, -1, width)])
    return keras.ops.convert_to_numpy(layer(x[None], x[None], use_causal_mask=causal))[0]
