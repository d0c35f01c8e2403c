import os

import numpy as np

os.environ.setdefault("KERAS_BACKEND", "numpy")  # the lightest; it is chosen when Keras is imported
import keras

DTYPE = "float32"  # of what is computed, where float64 is handed over


def cross_entropy(logits, labels):
    """keras.ops.sparse_categorical_crossentropy of logits, averaged, on the NumPy backend."""
    losses = keras.ops.sparse_categorical_crossentropy(np.asarray(labels), 1.0 * np.asarray(logits), from_logits=True)
    return keras.ops.convert_to_numpy(losses).mean()
