import os

import numpy as np

os.environ.setdefault("KERAS_BACKEND", "numpy")  # the lightest; it is chosen when Keras is imported
import keras

DTYPE = "float32"  # of what is computed, where float64 is handed over


def adam_step(gradient, first, second, step, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8):
    """One step of keras.optimizers.Adam from the given moments, on the NumPy backend; it computes in float32."""
    gradient, first, second = (1.0 * np.asarray(v) for v in (gradient, first, second))
    weight = keras.Variable(np.zeros_like(gradient), dtype=gradient.dtype.name)
    adam = keras.optimizers.Adam(lr, beta_1=beta1, beta_2=beta2, epsilon=eps)
    adam.build([weight])
    adam.iterations.assign(step - 1)
    for variable, value in zip((*adam._momentums, *adam._velocities), (first, second), strict=True):
        variable.assign(value)
    adam.update_step(gradient, weight, lr)
    return -weight.numpy(), *(v.numpy() for v in (*adam._momentums, *adam._velocities))
