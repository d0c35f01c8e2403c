"""Compute the largest singular value at flat tokens and at slightly less flat ones."""

import numpy as np

from refutable import below, close, mutant


def largest(jacobian):
    return np.linalg.norm(jacobian, 2)


def check(layer_norm_jacobian, rms_norm_jacobian):
    ripple = np.random.default_rng(6).normal(0, 0.1, size=16)
    for eps in (1e-12, 1e-5, 0.04):
        layer = largest(layer_norm_jacobian(np.full(16, 3.0), eps=eps))
        rms = largest(rms_norm_jacobian(np.zeros(16), eps=eps))
        close(f"LN at a constant token times root eps, eps {eps}", layer * np.sqrt(eps), 1.0, atol=1e-12)
        close(f"RMSNorm at the zero token times root eps, eps {eps}", rms * np.sqrt(eps), 1.0, atol=1e-12)
        below(f"LN off the constant token, eps {eps}", largest(layer_norm_jacobian(3 + ripple, eps=eps)), layer)
        below(f"RMSNorm off the zero token, eps {eps}", largest(rms_norm_jacobian(ripple, eps=eps)), rms)


def observe(a, layer_norm_jacobian):  # largest singular value at the constant token (a, a, a, a), eps 1e-5
    return largest(layer_norm_jacobian(np.full(4, a), eps=1e-5))


@mutant("layer_norm_jacobian")
def epsilon_outside_the_root(x, eps=1e-5):
    """Is steep as one over eps, as the variant with eps outside the root."""
    return (np.eye(len(x)) - 1 / len(x)) / (x.std() + eps)


@mutant("layer_norm_jacobian", belief=True)
def zero_because_the_output_is_zero(x, eps=1e-5):
    """Takes a zero output for a zero derivative."""
    y = (x - x.mean()) / np.sqrt(x.var() + eps)
    return (np.eye(len(x)) - 1 / len(x) - np.outer(y, y) / len(x)) * (y @ y) / len(x)


@mutant("layer_norm_jacobian")
def default_epsilon_always(x, eps=1e-5):
    """Uses 1e-5 whatever eps was asked for."""
    return (np.eye(len(x)) - 1 / len(x)) / np.sqrt(x.var() + 1e-5)


@mutant("rms_norm_jacobian")
def unit_length(x, eps=1e-5):
    """Divides by the length instead of the root mean square, with eps under the root."""
    y = x / np.sqrt(x @ x + eps)
    return (np.eye(len(x)) - np.outer(y, y)) / np.sqrt((x @ x + eps) * len(x))


@mutant("rms_norm_jacobian")
def divides_by_the_mean_square(x, eps=1e-5):
    """Divides by the mean square instead of its root."""
    r = (x**2).mean() + eps
    return (np.eye(len(x)) - np.outer(x, x) / r / len(x)) / r
