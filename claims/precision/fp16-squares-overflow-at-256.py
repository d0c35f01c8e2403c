"""Square numbers in float16 and normalize rows with one large entry in float16 and in float32."""

import numpy as np

from refutable import close, equal, mutant


def check(rms_norm, to_bfloat16):
    with np.errstate(over="ignore"):
        size = np.arange(2**15, dtype=np.uint16).view(np.float16)  # every float16 that is not negative
        size = size[np.isfinite(size)]
        equal("smallest size with an infinite square", float(size[np.isinf(size**2)].min()), 256.0)
        equal("largest size with a finite square", float(size[np.isfinite(size**2)].max()), 255.875)
        x = np.random.default_rng(0).normal(3, 2, size=(4, 64))
        x[1:, 5] = (255, 256, -4000)
        y = rms_norm(x.astype(np.float16), eps=1e-5)
    zero = [bool((row == 0).all()) for row in y]
    equal("rows that come out as zeros (largest entries below 20, 255, 256, -4000)", zero, [False, False, True, True])
    want = x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + 1e-5)
    close("the other two rows", y[:2], want[:2], atol=0.05)
    close("all rows, in float32", rms_norm(x.astype(np.float32), eps=1e-5), want, atol=1e-5)
    close("300 squared, in bfloat16", to_bfloat16(to_bfloat16(300.0) ** 2), 90000.0, rtol=2**-8)


@mutant("rms_norm")
def upcasts(x, gain=None, eps=1e-5):
    """Takes the squares in float32 whatever the input is, which is the remedy and not the disease."""
    z = x.astype(np.float32)
    return (z / np.sqrt((z**2).mean(axis=-1, keepdims=True) + eps)).astype(x.dtype)


@mutant("rms_norm")
def scales_first(x, gain=None, eps=1e-5):
    """Divides by the largest entry before it squares, so that nothing overflows."""
    z = x / np.abs(x).max(axis=-1, keepdims=True)
    return z / np.sqrt((z**2).mean(axis=-1, keepdims=True))


@mutant("rms_norm")
def saturates(x, gain=None, eps=1e-5):
    """Lets squares saturate at the largest float16 instead of becoming infinite."""
    square = np.minimum(x**2, 65504)
    return x / np.sqrt(square.mean(axis=-1, keepdims=True) + eps)


@mutant("rms_norm")
def mean_absolute(x, gain=None, eps=1e-5):
    """Divides by the mean absolute value and needs no squares."""
    return x / np.abs(x).mean(axis=-1, keepdims=True)


@mutant("to_bfloat16")
def half(x):
    """Rounds to float16, whose range ends at 65,504."""
    with np.errstate(over="ignore"):
        return np.asarray(x).astype(np.float16).astype(float)
