"""Scale latents and up-projections, with the norm on the latents and with a norm on queries and keys."""

import numpy as np

from refutable import above, below, close, mutant


def check(latent_logits, rms_norm):
    rng = np.random.default_rng(0)
    x = 3 + 2 * rng.normal(size=(9, 32))
    down_q, down_k = rng.normal(size=(2, 32, 12)) / 6
    up_q, up_k = rng.normal(size=(2, 12, 16)) / 3

    def norm(z):
        return rms_norm(z, eps=0.0)

    plain = latent_logits(x, down_q, up_q, down_k, up_k, norm)
    close("latents ten times as large", latent_logits(x, 10 * down_q, up_q, 10 * down_k, up_k, norm), plain, atol=1e-12)
    tenfold = latent_logits(x, down_q, 10 * up_q, down_k, up_k, norm)
    close("up-projection of the queries ten times as large", tenfold, 10 * plain, atol=1e-11)
    above("largest logit then, over the bound of QK-norm", np.abs(tenfold).max() / 4, 2.0)
    q, k = (norm(norm(x @ down) @ up) for down, up in ((down_q, 10 * up_q), (down_k, up_k)))
    below("largest logit with QK-norm, over its bound", np.abs(q @ k.T / 4).max() / 4, 1.0 + 1e-9)
    first = (x[0] @ down_q, x[0] @ down_k)
    q, k = (z / np.sqrt((z**2).mean()) @ up for z, up in zip(first, (up_q, up_k), strict=True))
    close("first logit by hand", plain[0, 0], q @ k / 4, atol=1e-12)
    q, k = (z / np.sqrt((z**2).mean()) @ up for z, up in ((x[1] @ down_q, up_q), (x[0] @ down_k, up_k)))
    close("second query with first key by hand", plain[1, 0], q @ k / 4, atol=1e-12)


def observe(a, latent_logits, rms_norm):
    # one token, (1, 2); all maps are the identity but the queries' up-projection, a times the identity
    eye = np.eye(2)
    return latent_logits(np.array([[1.0, 2.0]]), eye, a * eye, eye, eye, rms_norm)[0, 0]


@mutant("latent_logits", belief=True)
def qk_norm(x, down_q, up_q, down_k, up_k, norm):
    """Normalizes the queries and keys themselves."""
    return norm(x @ down_q @ up_q) @ norm(x @ down_k @ up_k).T / np.sqrt(up_q.shape[1])


@mutant("latent_logits")
def no_norm(x, down_q, up_q, down_k, up_k, norm):
    """Forgets the norm of the latents."""
    return (x @ down_q @ up_q) @ (x @ down_k @ up_k).T / np.sqrt(up_q.shape[1])


@mutant("latent_logits")
def keys_only(x, down_q, up_q, down_k, up_k, norm):
    """Normalizes the latent of the keys only."""
    return (x @ down_q @ up_q) @ (norm(x @ down_k) @ up_k).T / np.sqrt(up_q.shape[1])


@mutant("latent_logits")
def scaled_by_the_rank(x, down_q, up_q, down_k, up_k, norm):
    """Divides by the root of the latents' width in place of the head's."""
    return (norm(x @ down_q) @ up_q) @ (norm(x @ down_k) @ up_k).T / np.sqrt(down_q.shape[1])


@mutant("rms_norm")
def half_power(x, gain=None, eps=1e-5):
    """Divides by the square root of the root mean square, so that scale is not removed."""
    return x / ((x**2).mean(axis=-1, keepdims=True) + eps) ** 0.25
