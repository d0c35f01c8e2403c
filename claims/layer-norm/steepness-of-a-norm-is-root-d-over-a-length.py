"""Spectral norm of both Jacobians for tokens of one deviation and growing mean."""

import numpy as np

from refutable import close, mutant


def check(layer_norm_jacobian, rms_norm_jacobian):
    d = 16
    z = 3 * np.random.default_rng(0).normal(size=d)
    z -= z.mean()
    for mean in (0.0, 5.0, -100.0):
        x = z + mean
        steepest = np.linalg.norm(layer_norm_jacobian(x, eps=0.0), 2)
        close(f"LayerNorm, mean {mean}", steepest, np.sqrt(d) / np.linalg.norm(z), rtol=1e-10)
        missed = (np.sqrt(d) / np.linalg.norm(x)) / steepest
        close(f"lemma 3 over the truth, mean {mean}", missed, np.linalg.norm(z) / np.linalg.norm(x), rtol=1e-10)
        close(
            f"RMSNorm, mean {mean}",
            np.linalg.norm(rms_norm_jacobian(x, eps=0.0), 2),
            np.sqrt(d) / np.linalg.norm(x),
            rtol=1e-10,
        )
    x = np.tile([9.0, 11.0], 4)  # mean 10, deviation 1, mean square 101
    close("LayerNorm, by hand", np.linalg.norm(layer_norm_jacobian(x, eps=0.0), 2), 1.0, rtol=1e-12)
    close("RMSNorm, by hand", np.linalg.norm(rms_norm_jacobian(x, eps=0.0), 2), 1 / np.sqrt(101), rtol=1e-12)


@mutant("layer_norm_jacobian")
def length_of_the_token(x, eps=1e-5):
    """Divides by the root mean square of the token in place of its deviation, as lemma 3 reads."""
    y = (x - x.mean()) / x.std()
    return (np.eye(len(x)) - 1 / len(x) - np.outer(y, y) / len(x)) / np.sqrt((x**2).mean() + eps)


@mutant("layer_norm_jacobian")
def variance_for_deviation(x, eps=1e-5):
    """Divides by the variance."""
    y = (x - x.mean()) / x.std()
    return (np.eye(len(x)) - 1 / len(x) - np.outer(y, y) / len(x)) / (x.var() + eps)


@mutant("layer_norm_jacobian")
def sample_deviation(x, eps=1e-5):
    """Uses the deviation with d - 1."""
    y = (x - x.mean()) / x.std(ddof=1)
    return (np.eye(len(x)) - 1 / len(x) - np.outer(y, y) / len(x)) / np.sqrt(x.var(ddof=1) + eps)


@mutant("rms_norm_jacobian")
def centred_length(x, eps=1e-5):
    """Divides by the deviation, as LayerNorm does."""
    y = x / np.sqrt((x**2).mean())
    return (np.eye(len(x)) - np.outer(y, y) / len(x)) / np.sqrt(x.var() + eps)


@mutant("rms_norm_jacobian")
def length_for_root_mean_square(x, eps=1e-5):
    """Divides by the length and forgets the root of d."""
    y = x / np.sqrt((x**2).mean())
    return (np.eye(len(x)) - np.outer(y, y) / len(x)) / np.sqrt((x**2).sum() + eps)


@mutant("rms_norm_jacobian")
def without_the_scale(x, eps=1e-5):
    """Leaves out the factor 1/r."""
    y = x / np.sqrt((x**2).mean() + eps)
    return np.eye(len(x)) - np.outer(y, y) / len(x)
