"""Compare the Annotated Transformer's normalization with the paper's at two widths, and at a tiny deviation."""

import numpy as np

from refutable import close, mutant


def check(annotated_layer_norm, layer_norm):
    rng = np.random.default_rng(0)
    for d, smaller in ((16, 0.968), (512, 0.999)):
        x = 3 + 2 * rng.normal(size=(6, d))
        gain, bias = 1 + rng.normal(size=d), rng.normal(size=d)
        ratio = annotated_layer_norm(x) / layer_norm(x, eps=0.0)
        close(f"ratio at width {d}", ratio, np.full(x.shape, np.sqrt((d - 1) / d)), atol=1e-5)
        close(f"ratio at width {d}, rounded", ratio.mean(), smaller, atol=5e-4)
        close("gain and bias", annotated_layer_norm(x, gain, bias), gain * annotated_layer_norm(x) + bias, atol=1e-12)
    # a row of +-1e-6: its sample deviation is 1e-6 sqrt(16/15); epsilon doubles what is divided by
    row = np.tile([1e-6, -1e-6], 8)
    close(
        "row with a deviation near epsilon",
        annotated_layer_norm(row),
        np.tile([1, -1], 8) / (1 + np.sqrt(16 / 15)),
        atol=1e-9,
    )


@mutant("annotated_layer_norm")
def population_deviation(x, gain=1.0, bias=0.0, eps=1e-6):
    """Divides by the deviation over d, as the paper does."""
    return gain * (x - x.mean(axis=-1, keepdims=True)) / (x.std(axis=-1, keepdims=True) + eps) + bias


@mutant("annotated_layer_norm")
def epsilon_inside(x, gain=1.0, bias=0.0, eps=1e-6):
    """Adds epsilon to the variance."""
    return gain * (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, ddof=1, keepdims=True) + eps) + bias


@mutant("annotated_layer_norm")
def bias_scaled(x, gain=1.0, bias=0.0, eps=1e-6):
    """Adds the bias before the gain."""
    return gain * ((x - x.mean(axis=-1, keepdims=True)) / (x.std(axis=-1, ddof=1, keepdims=True) + eps) + bias)


@mutant("layer_norm")
def sample_deviation(x, gain=None, bias=None, eps=1e-5):
    """Believes that the paper divides by d - 1."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, ddof=1, keepdims=True) + eps)


@mutant("layer_norm")
def root_mean_square(x, gain=None, bias=None, eps=1e-5):
    """Forgets to subtract the mean."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)
