import os

import numpy as np

os.environ.setdefault("KERAS_BACKEND", "numpy")  # the lightest; it is chosen when Keras is imported
import keras

DTYPE = "float32"  # of what is computed, where float64 is handed over


def batch_norm(x, gain=None, bias=None, eps=None):
    """keras.layers.BatchNormalization in training mode, on the NumPy backend; asked for float64, in float32."""
    x = 1.0 * np.asarray(x)
    layer = keras.layers.BatchNormalization(dtype=x.dtype.name, **({} if eps is None else {"epsilon": eps}))
    layer.build(x.shape)
    for weight, value in ((layer.gamma, gain), (layer.beta, bias)):
        if value is not None:
            weight.assign(np.broadcast_to(value, x.shape[-1:]).astype(x.dtype))
    return keras.ops.convert_to_numpy(layer(x, training=True))
