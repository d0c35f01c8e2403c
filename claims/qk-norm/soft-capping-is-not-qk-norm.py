"""Cap small and large logits, and scale queries and keys under a cap and under QK-norm."""

import numpy as np

from refutable import below, close, mutant


def check(soft_cap, qk_logits, rms_norm):
    rng = np.random.default_rng(0)
    q, k = 0.4 + 0.4 * rng.normal(size=(2, 12, 64))

    def norm(z):
        return rms_norm(z, eps=0.0)

    small = qk_logits(q, k, 4)
    below("size of the logits", np.abs(small).max(), 5.0)
    close("capped over plain logits", soft_cap(small, 50.0) / small, np.ones(small.shape), atol=4e-3)
    doubled = soft_cap(qk_logits(2 * q, 2 * k, 4), 50.0) / soft_cap(small, 50.0)
    close("capped, queries and keys doubled, over before", doubled, np.full(small.shape, 4.0), rtol=0.06)
    close("QK-norm, queries and keys doubled", qk_logits(2 * q, 2 * k, 4, norm), qk_logits(q, k, 4, norm), atol=1e-12)
    huge = soft_cap(qk_logits(100 * q, 100 * k, 4), 50.0)
    below("capped, queries and keys times 100", np.abs(huge).max(), 50.0 + 1e-9)
    close("caps of -50, 0, 25, 50, 100", soft_cap(np.array([-50.0, 0, 25, 50, 100]), 50.0),
          [-38.0797, 0, 23.1059, 38.0797, 48.2014], atol=1e-4)


def observe(a, soft_cap, qk_logits):  # the capped logit of a token with q = k = (a, 0) / 10
    q = np.array([[a / 10, 0.0]])
    return soft_cap(qk_logits(q, q, 1), 50.0)[0, 0, 0]


@mutant("qk_logits", belief=True)
def always_normalized(q, k, heads, norm=None, per_head=True):
    """Believes that queries and keys are normalized whether or not a norm is asked for."""
    q, k = (z.reshape(len(z), heads, -1).swapaxes(0, 1) for z in (q, k))
    q, k = (z / np.sqrt((z**2).mean(axis=-1, keepdims=True)) for z in (q, k))
    return q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])


@mutant("soft_cap")
def hard_cap(logits, cap):
    """Cuts at the cap instead of bending."""
    return np.clip(logits, -cap, cap)


@mutant("soft_cap")
def not_scaled_back(logits, cap):
    """Forgets to multiply by the cap again."""
    return np.tanh(logits / cap)


@mutant("soft_cap")
def not_divided(logits, cap):
    """Forgets to divide by the cap, so that every logit is near a bound."""
    return cap * np.tanh(logits)


@mutant("soft_cap")
def no_cap(logits, cap):
    """Leaves the logits as they are."""
    return logits


@mutant("rms_norm")
def half_power(x, gain=None, eps=1e-5):
    """Divides by the square root of the root mean square, so that scale is not removed."""
    return x / ((x**2).mean(axis=-1, keepdims=True) + eps) ** 0.25
