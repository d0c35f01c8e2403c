"""Split queries and keys by heads, as over four devices, and compare what each gets with the logits of the whole."""

import numpy as np

from refutable import above, close, mutant

DEVICES, D_H = 4, 8


def split(z):
    return np.split(z, DEVICES, axis=-1)


def check(qk_logits, rms_norm):
    rng = np.random.default_rng(0)
    heads, width = 2 * DEVICES, 2 * DEVICES * D_H
    q, k = rng.normal(0.5, 1, size=(2, 6, width)) * np.repeat(rng.uniform(0.3, 3, size=heads), D_H)

    def norm(z):
        return rms_norm(z, eps=0.0)

    def local(part, per_head):
        return np.concatenate([qk_logits(a, b, 2, part, per_head) for a, b in zip(split(q), split(k), strict=True)])

    close("per head, each device by itself", local(norm, True), qk_logits(q, k, heads, norm), atol=1e-12)
    whole = qk_logits(q, k, heads, norm, per_head=False)
    apart = local(norm, False)
    above("whole projection, each device by itself: mean difference", np.abs(apart - whole).mean(), 0.05)
    sums = [sum((part**2).sum(axis=-1, keepdims=True) for part in split(z)) for z in (q, k)]  # what is summed across
    q_hat, k_hat = (z / np.sqrt(total / width) for z, total in zip((q, k), sums, strict=True))
    mended = [qk_logits(a, b, 2) for a, b in zip(split(q_hat), split(k_hat), strict=True)]
    close("whole projection, with sums across devices", np.concatenate(mended), whole, atol=1e-12)
    by_hand = np.einsum("tf,sf->ts", q_hat[:, -D_H:], k_hat[:, -D_H:]) / np.sqrt(D_H)
    close("the last head by hand", whole[-1], by_hand, atol=1e-12)


def observe(a, qk_logits, rms_norm):  # two heads of width 1, one a device, q = k = (a, 1): how far local sums are off
    q = np.array([[a, 1.0]])

    def norm(z):
        return rms_norm(z, eps=0.0)

    alone = [qk_logits(part, part, 1, norm, per_head=False)[0, 0, 0] for part in np.split(q, 2, axis=-1)]
    return np.array(alone) - qk_logits(q, q, 2, norm, per_head=False)[:, 0, 0]


@mutant("qk_logits", belief=True)
def per_head_whatever_is_asked(q, k, heads, norm=None, per_head=True):
    """Believes that both kinds normalize what one device holds."""
    q, k = (z.reshape(len(z), heads, -1).swapaxes(0, 1) for z in (q, k))
    q, k = (z if norm is None else norm(z) for z in (q, k))
    return q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])


@mutant("qk_logits")
def whole_whatever_is_asked(q, k, heads, norm=None, per_head=True):
    """Normalizes all that it is given, also where heads were asked for."""
    q, k = (z if norm is None else norm(z) for z in (q, k))
    q, k = (z.reshape(len(z), heads, -1).swapaxes(0, 1) for z in (q, k))
    return q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])


@mutant("qk_logits")
def queries_alone(q, k, heads, norm=None, per_head=True):
    """Leaves the keys as they are."""
    if norm is not None and not per_head:
        q = norm(q)
    q, k = (z.reshape(len(z), heads, -1).swapaxes(0, 1) for z in (q, k))
    if norm is not None and per_head:
        q = norm(q)
    return q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])


@mutant("qk_logits")
def heads_take_turns(q, k, heads, norm=None, per_head=True):
    """Lets neighbouring features belong to different heads."""
    q, k = (z if norm is None or per_head else norm(z) for z in (q, k))
    q, k = (z.reshape(len(z), -1, heads).transpose(2, 0, 1) for z in (q, k))
    q, k = (norm(z) if norm is not None and per_head else z for z in (q, k))
    return q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])


@mutant("rms_norm")
def over_the_tokens(x, gain=None, eps=1e-5):
    """Takes the mean square over the tokens in place of the features."""
    return x / np.sqrt((x**2).mean(axis=-2, keepdims=True) + eps)


@mutant("rms_norm")
def sum_of_squares(x, gain=None, eps=1e-5):
    """Divides by the length, so that the width no longer matters."""
    return x / np.sqrt((x**2).sum(axis=-1, keepdims=True) + eps)
