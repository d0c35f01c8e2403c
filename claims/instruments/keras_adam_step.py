import os

import numpy as np

os.environ.setdefault("KERAS_BACKEND", "numpy")  # it is chosen when Keras is imported
import keras


def keras_adam_step(gradient, lr, eps):
    """What the first step of keras.optimizers.Adam subtracts from weights, on the NumPy backend, in float32.

    gradient: any shape. lr, eps: the learning rate and Keras's epsilon. Returns the shape of the gradient.
    Errors: whatever Keras raises. Source: the installed package.
    """
    weight = keras.Variable(np.zeros_like(gradient), dtype="float32")
    adam = keras.optimizers.Adam(lr, epsilon=eps)
    adam.build([weight])
    adam.update_step(gradient.astype("float32"), weight, lr)
    return -weight.numpy().astype(np.float64)
