import os

import numpy as np

os.environ.setdefault("KERAS_BACKEND", "numpy")  # it is chosen when Keras is imported
import keras


def keras_norm(kind, x, dtype, **options):
    """A norm of keras.layers as it is installed, fresh, on the NumPy backend.

    kind: the name of the class, "LayerNormalization" or "RMSNormalization". x: shape (..., width); it is rounded to
    dtype first, which is also what the layer is asked to compute in. options go to the constructor.
    Returns the output in float64, shape of x. Errors: whatever Keras raises.
    Source: the installed package.
    """
    layer = getattr(keras.layers, kind)(dtype=dtype, **options)
    return keras.ops.convert_to_numpy(layer(np.asarray(x).astype(dtype))).astype(np.float64)
