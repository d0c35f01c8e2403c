"""Fit a line through (input, output) of the features of each token."""

import numpy as np

from refutable import above, close, mutant


def check(layer_norm):
    rng = np.random.default_rng(0)
    x = rng.normal(3, 2, size=(6, 16)) * np.logspace(-1, 2, 6)[:, None]
    y = layer_norm(x, eps=1e-5)
    fits = [np.polyfit(a, b, 1) for a, b in zip(x, y, strict=True)]
    residuals = [b - np.polyval(line, a) for line, a, b in zip(fits, x, y, strict=True)]
    close("distance of the features from their token's line", residuals, 0 * x, atol=1e-9)
    slopes = np.array([line[0] for line in fits])
    close("slope of each token", slopes, 1 / np.sqrt(x.var(axis=-1) + 1e-5), rtol=1e-9)
    close(
        "the line meets 0 at the token's mean",
        [np.polyval(f, a.mean()) for f, a in zip(fits, x, strict=True)],
        np.zeros(6),
        atol=1e-9,
    )
    above("steepest slope over flattest", slopes.max() / slopes.min(), 100.0)


@mutant("layer_norm")
def bends(x, gain=None, bias=None, eps=1e-5):
    """Is tanh, which bends for every token in the same way."""
    return np.tanh(0.5 * x)


@mutant("layer_norm")
def one_slope_for_all(x, gain=None, bias=None, eps=1e-5):
    """Divides by one deviation for all tokens."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var() + eps)


@mutant("layer_norm")
def over_tokens(x, gain=None, bias=None, eps=1e-5):
    """Takes its statistics over the tokens, as batch normalization does."""
    return (x - x.mean(axis=0)) / np.sqrt(x.var(axis=0) + eps)


@mutant("layer_norm")
def through_the_origin(x, gain=None, bias=None, eps=1e-5):
    """Does not centre."""
    return x / np.sqrt(x.var(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def sample_deviation(x, gain=None, bias=None, eps=1e-5):
    """Divides by the sample deviation, a slightly flatter line."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, ddof=1, keepdims=True) + eps)
