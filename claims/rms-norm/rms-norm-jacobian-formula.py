"""Compare the closed form with numerical derivatives, and with entries worked out by hand."""

import numpy as np

from refutable import close, mutant


def check(rms_norm, rms_norm_jacobian, jacobian):
    x = np.random.default_rng(0).normal(5, 3, size=16)
    for eps in (0.0, 20.0):
        formula = rms_norm_jacobian(x, eps=eps)
        measured = jacobian(lambda v, e=eps: rms_norm(v, eps=e), x)
        close(f"formula against derivatives, eps {eps}", formula, measured, atol=1e-10)
        close(f"formula against its transpose, eps {eps}", formula, formula.T, atol=1e-15)
    # mean square (7 + 81) / 8 = 11, so r = 4 with eps = 5, and y = (1, ..., 1, 9) / 4
    by_hand = rms_norm_jacobian(np.array([1.0] * 7 + [9.0]), eps=5.0)
    close("entries by hand", by_hand[[0, 0, 0, 7], [0, 1, 7, 7]], np.array([127, -1, -9, 47]) / 512, atol=1e-15)
    small = 1e-3 * x
    close("default eps", rms_norm_jacobian(small), rms_norm_jacobian(small, eps=1e-5), rtol=1e-12, atol=0)


@mutant("rms_norm_jacobian")
def root_mean_square_held_constant(x, eps=1e-5):
    """Treats the root mean square as a constant."""
    return np.eye(len(x)) / np.sqrt((x**2).mean() + eps)


@mutant("rms_norm_jacobian")
def centred(x, eps=1e-5):
    """Has the term for the mean, as LayerNorm's Jacobian."""
    r = np.sqrt((x**2).mean() + eps)
    return (np.eye(len(x)) - 1 / len(x) - np.outer(x, x) / r**2 / len(x)) / r


@mutant("rms_norm_jacobian")
def width_forgotten(x, eps=1e-5):
    """Forgets the division by the width in the projection."""
    r = np.sqrt((x**2).mean() + eps)
    return (np.eye(len(x)) - np.outer(x, x) / r**2) / r


@mutant("rms_norm_jacobian")
def normalized_without_epsilon(x, eps=1e-5):
    """Uses the input normalized without eps in the place of the output."""
    return (np.eye(len(x)) - np.outer(x, x) / (x @ x)) / np.sqrt((x**2).mean() + eps)


@mutant("rms_norm")
def centres_first(x, gain=None, eps=1e-5):
    """Subtracts the mean first."""
    return (x - x.mean()) / np.sqrt(x.var() + eps)


@mutant("jacobian")
def forward_differences(f, x, step=1e-3):
    """Takes one-sided differences, which are accurate only to the step."""
    return np.stack([(f(x + step * e) - f(x)) / step for e in np.eye(len(x))], axis=1)
