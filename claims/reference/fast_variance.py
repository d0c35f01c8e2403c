import numpy as np


def fast_variance(x):
    r"""Variance over the last axis in one pass, in the precision of x; negative outcomes are set to 0.

    $$ v = \max\!\left(0,\; \frac1d\sum_j x_j^2 - \Big(\frac1d\sum_j x_j\Big)^{2}\right) $$

    x: shape (..., d). Returns shape (...), in the type of x.
    Errors: none; equal to the variance in exact arithmetic, useless in floating point once mean^2 is far above it.
    Source: Flax 0.12.8, `flax/linen/normalization.py` lines 138-142 (`use_fast_variance=True`).
    """
    return np.maximum(0, (x * x).mean(axis=-1) - x.mean(axis=-1) ** 2).astype(x.dtype)
