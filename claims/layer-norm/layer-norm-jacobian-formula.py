"""Compare the closed form with numerical derivatives, and with entries worked out by hand."""

import numpy as np

from refutable import close, mutant


def check(layer_norm, layer_norm_jacobian, jacobian):
    x = np.random.default_rng(0).normal(5, 3, size=16)
    for eps in (0.0, 2.0):
        formula = layer_norm_jacobian(x, eps=eps)
        measured = jacobian(lambda v, e=eps: layer_norm(v, eps=e), x)
        close(f"formula against derivatives, eps {eps}", formula, measured, atol=1e-10)
        close(f"formula against its transpose, eps {eps}", formula, formula.T, atol=1e-15)
    # mean 2, variance 7, so s = 3 with eps = 2, and y = (-1, ..., -1, 7) / 3
    by_hand = layer_norm_jacobian(np.array([1.0] * 7 + [9.0]), eps=2.0)
    close("entries by hand", by_hand[0, [0, 1, 7]], np.array([31, -5, -1]) / 108, atol=1e-15)
    small = 1e-3 * x
    close("default eps", layer_norm_jacobian(small), layer_norm_jacobian(small, eps=1e-5), rtol=1e-12, atol=0)


@mutant("layer_norm_jacobian")
def mean_held_constant(x, eps=1e-5):
    """Treats the mean as a constant, so the term with 1/d is missing."""
    s = np.sqrt(x.var() + eps)
    y = (x - x.mean()) / s
    return (np.eye(len(x)) - np.outer(y, y) / len(x)) / s


@mutant("layer_norm_jacobian")
def deviation_held_constant(x, eps=1e-5):
    """Treats the standard deviation as a constant, so the term with y y^T is missing."""
    return (np.eye(len(x)) - 1 / len(x)) / np.sqrt(x.var() + eps)


@mutant("layer_norm_jacobian")
def standardised_without_epsilon(x, eps=1e-5):
    """Uses the input standardised without eps in the place of the output."""
    z = (x - x.mean()) / x.std()
    return (np.eye(len(x)) - 1 / len(x) - np.outer(z, z) / len(x)) / np.sqrt(x.var() + eps)


@mutant("layer_norm_jacobian")
def divides_by_the_variance(x, eps=1e-5):
    """Divides by the variance instead of the standard deviation."""
    y = (x - x.mean()) / np.sqrt(x.var() + eps)
    return (np.eye(len(x)) - 1 / len(x) - np.outer(y, y) / len(x)) / (x.var() + eps)


@mutant("layer_norm")
def sample_variance(x, gain=None, bias=None, eps=1e-5):
    """Uses the variance with d - 1."""
    return (x - x.mean()) / np.sqrt(x.var(ddof=1) + eps)


@mutant("jacobian")
def forward_differences(f, x, step=1e-3):
    """Takes one-sided differences, which are accurate only to the step."""
    return np.stack([(f(x + step * e) - f(x)) / step for e in np.eye(len(x))], axis=1)
