"""Scale the last stream and compare the logits with and without a final norm, LayerNorm and RMSNorm."""

import numpy as np

from refutable import close, mutant


def check(logits, layer_norm, rms_norm):
    rng = np.random.default_rng(0)
    x, e = rng.normal(3, 2, size=(4, 16)), rng.normal(size=(50, 16))
    gain, bias = rng.normal(1, 0.3, size=(2, 16))
    norms = {
        "LayerNorm": lambda z: layer_norm(z, gain, bias, eps=0.0),
        "RMSNorm": lambda z: rms_norm(z, gain, eps=0.0),
    }
    for name, norm in norms.items():
        for a in (0.01, 10.0, 1000.0):
            close(f"logits of {a} x with {name}", logits(a * x, e, norm), logits(x, e, norm))
    for a in (0.01, 10.0):
        close(f"logits of {a} x without a norm", logits(a * x, e, lambda z: z), a * (x @ e.T))
    z = x - x.mean(axis=-1, keepdims=True)
    by_hand = (gain * z / z.std(axis=-1, keepdims=True) + bias) @ e.T
    close("logits with LayerNorm, by hand", logits(x, e, norms["LayerNorm"]), by_hand)
    close("RMSNorm of 8 ones and 8 sevens", rms_norm(np.repeat([1.0, 7.0], 8), eps=0.0), np.repeat([0.2, 1.4], 8))


@mutant("logits")
def no_final_norm(x, unembedding, norm):
    """Forgets the final norm."""
    return x @ unembedding.T


@mutant("logits")
def norm_of_the_logits(x, unembedding, norm):
    """Divides the logits by their standard deviation instead of normalizing the stream."""
    z = x @ unembedding.T
    return z / z.std(axis=-1, keepdims=True)


@mutant("layer_norm")
def centre_only(x, gain=1.0, bias=0.0, eps=1e-5):
    """Subtracts the mean and does not divide."""
    return gain * (x - x.mean(axis=-1, keepdims=True)) + bias


@mutant("layer_norm")
def unbiased(x, gain=1.0, bias=0.0, eps=1e-5):
    """Divides by d - 1 in the variance."""
    z = x - x.mean(axis=-1, keepdims=True)
    return gain * z / np.sqrt(x.var(axis=-1, ddof=1, keepdims=True) + eps) + bias


@mutant("rms_norm")
def mean_square(x, gain=1.0, eps=1e-5):
    """Divides by the mean square and forgets the root."""
    return gain * x / ((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("rms_norm")
def clamp_small_rows(x, gain=1.0, eps=1e-5):
    """Adds 1 under the root, which small streams notice."""
    return gain * x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + 1)
