"""Exchange and rescale the two gains of QK-norm, and look for the largest logit, with a rotation and without."""

import numpy as np

from refutable import above, below, close, mutant


def rotate_after(rms_norm, z, gain, angle):  # pairs (i, i + d_h/2), as rotary embeddings have them
    u, v = np.split(rms_norm(z, gain, eps=0.0), 2, axis=-1)
    return np.concatenate([np.cos(angle) * u - np.sin(angle) * v, np.sin(angle) * u + np.cos(angle) * v], axis=-1)


def check(qk_logits, rms_norm):
    rng = np.random.default_rng(1)
    heads, d_h = 2, 16
    q, k = rng.normal(1, 5, size=(2, 200, heads * d_h))
    gain_q, gain_k = rng.normal(1, 0.5, size=(2, d_h))

    def logits(gain_q, gain_k, q=q, k=k):
        gains = iter((gain_q, gain_k))  # queries are normalized first
        return qk_logits(q, k, heads, lambda z: rms_norm(z, next(gains), eps=0.0))

    want = logits(gain_q, gain_k)
    close("gains exchanged", logits(gain_k, gain_q), want)
    close("the product on the queries alone", logits(gain_q * gain_k, np.ones(d_h)), want)
    close("scale moved from one to the other", logits(10 * gain_q, gain_k / 10), want)
    u, v = (z.reshape(200, heads, d_h) for z in (q, k))
    u, v = (z / np.sqrt((z**2).mean(axis=-1, keepdims=True)) for z in (u, v))
    close("by hand", want, np.einsum("ihf,jhf,f->hij", u, v, gain_q * gain_k) / 4)
    bound = 4 * np.abs(gain_q * gain_k).max()
    below("largest logit / bound", np.abs(want).max() / bound, 1.0)
    one = np.tile(np.eye(d_h)[np.abs(gain_q * gain_k).argmax()], heads)[None]
    reached = np.abs(logits(gain_q, gain_k, one, one)) / bound
    close("query and key on the strongest feature", reached, np.ones((heads, 1, 1)))
    three = np.full(d_h, 3.0)
    own = np.einsum("hii->hi", logits(three, three, q, q))
    close("query against itself, gains of 3", own, np.full((heads, 200), 36.0))

    # Rotary embeddings turn queries and keys; only the relative angle counts, so the keys stay where they are.
    def rotated(gain_q, gain_k, angle, q=q, k=k, heads=heads):
        steps = iter(((gain_q, angle), (gain_k, 0.0)))
        return qk_logits(q, k, heads, lambda z: rotate_after(rms_norm, z, *next(steps)))

    widest = 4 * np.abs(gain_q).max() * np.abs(gain_k).max()
    largest = max(np.abs(rotated(gain_q, gain_k, angle)).max() for angle in np.linspace(0.3, 3, 10))
    below("ten rotations: largest logit / (root of the head width times both largest gains)", largest / widest, 1.0)
    one, two = np.array([[1.0, 0.0]]), np.array([[0.0, 1.0]])
    logit = rotated(np.array([2, 0.5]), np.array([0.5, 2]), np.pi / 2, one, two, 1)[0, 0, 0]
    close("width 2, gains (2, 0.5) and (0.5, 2), a quarter turn", logit, 4 * np.sqrt(2))
    above("the same over the bound without rotation", logit / np.sqrt(2), 3.9)


@mutant("rms_norm")
def gain_first(x, gain=None, eps=1e-5):
    """Multiplies by the gain before it normalizes."""
    return x * gain / np.sqrt(((x * gain) ** 2).mean(axis=-1, keepdims=True) + eps)


@mutant("rms_norm")
def unit_offset(x, gain=None, eps=1e-5):
    """Takes 1 + gain, for which the product of the stored numbers is not what counts."""
    return (1 + gain) * x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("rms_norm")
def ignores_gain(x, gain=None, eps=1e-5):
    """Ignores the gain."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("rms_norm")
def gain_on_the_square(x, gain=None, eps=1e-5):
    """Takes the gain for a scale of the variance and divides by its root."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) * np.abs(gain) + eps)


@mutant("qk_logits")
def reverses_the_keys(q, k, heads, norm=None, per_head=True):
    """Reverses the features of the keys after the norm, as a wrong layout of rotary halves would."""
    q, k = (norm(z.reshape(len(z), heads, -1).swapaxes(0, 1)) for z in (q, k))
    return q @ k[..., ::-1].swapaxes(1, 2) / 4


@mutant("qk_logits")
def queries_only(q, k, heads, norm=None, per_head=True):
    """Forgets the norm of the keys."""
    q, k = (z.reshape(len(z), heads, -1).swapaxes(0, 1) for z in (q, k))
    return norm(q) @ k.swapaxes(1, 2) / 4


@mutant("rms_norm")
def size_of_the_gain(x, gain=None, eps=1e-5):
    """Loses the sign of the gain."""
    return np.abs(gain) * x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("qk_logits")
def keys_attend(q, k, heads, norm=None, per_head=True):
    """Exchanges queries and keys."""
    q, k = (norm(z.reshape(len(z), heads, -1).swapaxes(0, 1)) for z in (q, k))
    return k @ q.swapaxes(1, 2) / 4
