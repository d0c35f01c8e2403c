"""Compare one-pass variance with the true one in float32, for several means and 20 seeds."""

import numpy as np

from refutable import above, below, close, equal, mutant


def check(fast_variance):
    noise = np.random.default_rng(3).normal(size=(20, 512))

    def at(mean):
        x = (mean + noise).astype(np.float32)
        return fast_variance(x), x.astype(float).var(axis=-1), x

    fast, true, _ = at(0)
    close("mean 0: relative error", fast / true, 1.0, atol=1e-5)
    fast, true, _ = at(100)
    below("mean 100: largest relative error", np.abs(fast / true - 1).max(), 0.01)
    fast, true, x = at(10_000)
    equal("mean 10,000: remainder of division by 8", set((fast % 8).tolist()), {0.0})
    above("mean 10,000: smallest relative error", np.abs(fast / true - 1).min(), 0.9)
    above("mean 10,000: smallest outcome", fast.min(), 0.0)
    close("mean 10,000, two passes", ((x - x.mean(axis=-1, keepdims=True)) ** 2).mean(axis=-1), true, rtol=1e-3)
    close("threes and fives", fast_variance(np.repeat(np.float32([3, 5]), 8)), 1.0)


def observe(a, fast_variance):  # two numbers that differ by 2: the variance is 1
    return fast_variance(np.float32([1000 * a - 1, 1000 * a + 1]))


@mutant("fast_variance", belief=True)
def two_passes(x):
    """Subtracts the mean first, as if the two formulas were the same in floating point."""
    return ((x - x.mean(axis=-1, keepdims=True)) ** 2).mean(axis=-1)


@mutant("fast_variance")
def in_float64(x):
    """Computes in float64."""
    z = x.astype(float)
    return (z * z).mean(axis=-1) - z.mean(axis=-1) ** 2


@mutant("fast_variance")
def shifted(x):
    """Subtracts the first entry before it squares, which avoids the cancellation."""
    z = x - x[..., :1]
    return (z * z).mean(axis=-1) - z.mean(axis=-1) ** 2


@mutant("fast_variance")
def not_clipped(x):
    """Lets negative outcomes stand."""
    return (x * x).mean(axis=-1) - x.mean(axis=-1) ** 2


@mutant("fast_variance")
def unbiased(x):
    """Divides by d - 1."""
    d = x.shape[-1]
    return np.maximum(0, (x * x).mean(axis=-1) - x.mean(axis=-1) ** 2) * np.float32(d / (d - 1))
