"""Take the first step of Keras's Adam for gradients around epsilon and compare it with both places of epsilon."""

import numpy as np

from refutable import above, close, equal, mutant


def check(installed_default, keras_adam_step, adam_step):
    equal("default epsilon", installed_default("keras.optimizers.Adam", "epsilon"), 1e-7)
    gradient = np.array([1e-7, -1e-6, 1e-5, -1e-3, 1.0])
    zero = np.zeros(5)
    step = keras_adam_step(gradient, 0.1, 1e-6)
    corrected = adam_step(gradient, zero, zero, 1, lr=0.1, eps=1e-6)[0]
    by_formula = gradient / (np.abs(gradient) + 1e-6 / np.sqrt(0.001))
    close("first step over the rate, by formula", step / 0.1, by_formula, atol=1e-4)
    larger = adam_step(gradient, zero, zero, 1, lr=0.1, eps=1e-6 / np.sqrt(0.001))[0]
    close("against epsilon added last, 31.6 times as large", step, larger, atol=1e-5)
    above("step with epsilon added last over Keras's, gradient 1e-6", corrected[1] / step[1], 15)
    close("the same, gradient 1", corrected[4] / step[4], 1.0, atol=1e-3)


def first_step(gradient, lr, eps, power=0.5):
    return lr * gradient / (np.abs(gradient) + eps / 0.001**power)


@mutant("keras_adam_step")
def after_the_correction(gradient, lr, eps):
    """Adds epsilon after the correction, as PyTorch does."""
    return first_step(gradient, lr, eps, 0.0)


@mutant("keras_adam_step")
def inside_the_root(gradient, lr, eps):
    """Adds epsilon to the second moment."""
    return lr * gradient / np.sqrt(gradient**2 + eps)


@mutant("keras_adam_step")
def corrected_twice(gradient, lr, eps):
    """Divides epsilon by the correction and not by its root."""
    return first_step(gradient, lr, eps, 1.0)


@mutant("keras_adam_step")
def deaf(gradient, lr, eps):
    """Takes 1e-7 whatever it is told."""
    return first_step(gradient, lr, 1e-7)


@mutant("adam_step")
def epsilon_first(gradient, first, second, step, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8):
    """Adds epsilon before the correction in the reference too."""
    return lr * gradient / (np.abs(gradient) + eps / np.sqrt(1 - beta2)), first, second


@mutant("installed_default")
def of_pytorch(address, parameter):
    """Takes PyTorch's 1e-8."""
    return 1e-8
