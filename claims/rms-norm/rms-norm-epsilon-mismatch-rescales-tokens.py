"""Compare the outputs for 1e-6 and 1e-5 on tokens of known mean square."""

import numpy as np

from refutable import close, mutant


def check(rms_norm):
    z = np.random.default_rng(8).normal(0.5, 1, size=(5, 16))
    z /= np.sqrt((z**2).mean(axis=-1, keepdims=True))
    gain, squares = np.linspace(0.5, 2, 16), np.array([[1e-9], [1e-6], [1e-5], [1e-3], [1.0]])
    x, factors = np.sqrt(squares) * z, np.array([[3.1609], [2.3452], [1.3484], [1.0045], [1.0000]])
    run, trained = rms_norm(x, gain, eps=1e-6), rms_norm(x, gain, eps=1e-5)
    close("run over trained, mean squares 1e-9 to 1", run / trained, np.broadcast_to(factors, x.shape), atol=5e-5)
    close("trained, mean squares 1e-9 to 1", trained, gain * x / np.sqrt(squares + 1e-5), atol=1e-12)


@mutant("rms_norm")
def epsilon_ignored(x, gain=1.0, eps=1e-5):
    """Has 1e-6 hard-coded."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + 1e-6) * gain


@mutant("rms_norm")
def epsilon_outside_the_root(x, gain=1.0, eps=1e-5):
    """Adds eps to the root mean square, as the authors' own code does."""
    return x / (np.sqrt((x**2).mean(axis=-1, keepdims=True)) + eps) * gain


@mutant("rms_norm")
def epsilon_as_floor(x, gain=1.0, eps=1e-5):
    """Uses eps as the smallest mean square allowed."""
    return x / np.sqrt(np.maximum((x**2).mean(axis=-1, keepdims=True), eps)) * gain


@mutant("rms_norm")
def unit_length(x, gain=1.0, eps=1e-5):
    """Adds eps to the sum of squares instead of the mean square."""
    return x / np.sqrt(((x**2).sum(axis=-1, keepdims=True) + eps) / x.shape[-1]) * gain
