"""Normalize tokens whose deviation is exactly known and measure the deviation of the outputs."""

import numpy as np

from refutable import close, mutant


def check(layer_norm):
    z = np.random.default_rng(4).normal(size=(3, 16))
    z, mean = (z - z.mean(axis=-1, keepdims=True)) / z.std(axis=-1, keepdims=True), np.array([[5.0], [-3.0], [0.0]])
    for eps, deviation in ((1e-6, 0.7071), (1e-5, 0.3015), (1e-3, 0.0316)):
        close(f"output deviation for sigma 1e-3, eps {eps}", layer_norm(mean + 1e-3 * z, eps=eps).std(axis=-1),
              np.full(3, deviation), atol=5e-5)
    for sigma in (0.01, 0.3, 3.0):
        close(f"output for sigma {sigma}, eps 1e-3", layer_norm(mean + sigma * z, eps=1e-3),
              sigma * z / np.sqrt(sigma**2 + 1e-3), atol=1e-12)


def observe(x, layer_norm):
    return layer_norm(x / 1000, eps=1e-5)


@mutant("layer_norm", belief=True)
def epsilon_without_effect(x, gain=None, bias=None, eps=1e-5):
    """Treats eps as if it mattered only for constant rows."""
    deviation = x.std(axis=-1, keepdims=True)
    return (x - x.mean(axis=-1, keepdims=True)) / np.where(deviation > 0, deviation, 1)


@mutant("layer_norm")
def default_epsilon_always(x, gain=None, bias=None, eps=1e-5):
    """Uses 1e-5 whatever eps was asked for."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5)


@mutant("layer_norm")
def epsilon_outside_the_root(x, gain=None, bias=None, eps=1e-5):
    """Adds eps to the standard deviation."""
    return (x - x.mean(axis=-1, keepdims=True)) / (x.std(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def epsilon_as_floor(x, gain=None, bias=None, eps=1e-5):
    """Uses eps as the smallest variance allowed."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(np.maximum(x.var(axis=-1, keepdims=True), eps))


@mutant("layer_norm")
def sample_variance(x, gain=None, bias=None, eps=1e-5):
    """Uses the variance with d - 1."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, ddof=1, keepdims=True) + eps)
