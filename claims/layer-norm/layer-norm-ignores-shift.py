"""Shift every token by a number of its own, and compare one output with values worked out by hand."""

import numpy as np

from refutable import above, close, mutant


def check(layer_norm):
    rng = np.random.default_rng(2)
    x, shifts = rng.normal(5, 3, size=(4, 16)), np.array([[-100.0], [0.5], [7.0], [1000.0]])
    for eps in (0.0, 2.0):
        before = layer_norm(x, eps=eps)
        close(f"LN(x + a 1) against LN(x), eps {eps}", layer_norm(x + shifts, eps=eps), before, atol=1e-11)
    moved = layer_norm(x + rng.normal(size=16), eps=2.0) - before
    above("change when each feature is shifted differently", np.abs(moved).max(axis=-1), 0.05)
    by_hand = layer_norm(np.array([1.0] * 7 + [9.0]) + 40, eps=2.0)  # deviations -1 and 7, variance 7
    close("LN of seven 41s and a 49, eps 2", by_hand, np.array([-1.0] * 7 + [7.0]) / 3, atol=1e-13)


@mutant("layer_norm")
def no_centring(x, gain=None, bias=None, eps=1e-5):
    """Divides by the root mean square and does not subtract the mean."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def raw_second_moment(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean but divides by the root mean square of the raw input."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def centres_on_the_median(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the median; a shift is still ignored, the value by hand is not met."""
    return (x - np.median(x, axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def mean_of_the_batch(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean of the whole array from every row."""
    return (x - x.mean()) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
