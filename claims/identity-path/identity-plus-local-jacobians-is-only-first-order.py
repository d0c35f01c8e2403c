"""Compare the exact Jacobian with its first-order part while the branches shrink."""

import numpy as np

from refutable import above, close, mutant


def check(residual_jacobian):
    rng = np.random.default_rng(6)
    local = rng.normal(size=(5, 16, 16)) / 4  # unit gain: a random direction keeps its length on average

    def left_out(scale):
        exact = residual_jacobian(list(scale * local))
        return np.linalg.norm(exact - np.eye(16) - scale * local.sum(axis=0)) / np.linalg.norm(exact)

    above("share left out at unit gain", left_out(1.0), 1 / 3)
    close("share left out, halved branches against whole", left_out(1e-3) / left_out(2e-3), 0.25, atol=2e-3)
    # By hand: two scalar branches of gain 0.5 give 1.5 * 1.5, not 1 + 0.5 + 0.5.
    close("two scalar branches of gain 0.5", residual_jacobian([np.array([[0.5]])] * 2), 2.25, atol=1e-12)


@mutant("residual_jacobian", belief=True)
def identity_plus_sum(branch_jacobians, norm_jacobians=None):
    """Adds the branch Jacobians to the identity."""
    return np.eye(len(branch_jacobians[0])) + sum(branch_jacobians)


@mutant("residual_jacobian")
def identity_plus_product(branch_jacobians, norm_jacobians=None):
    """Keeps only the skip and the path through every branch."""
    total = np.eye(len(branch_jacobians[0]))
    for branch_jacobian in branch_jacobians:
        total = branch_jacobian @ total
    return np.eye(len(total)) + total


@mutant("residual_jacobian")
def without_skips(branch_jacobians, norm_jacobians=None):
    """Multiplies the branch Jacobians alone."""
    total = np.eye(len(branch_jacobians[0]))
    for branch_jacobian in branch_jacobians:
        total = branch_jacobian @ total
    return total


@mutant("residual_jacobian")
def averaged(branch_jacobians, norm_jacobians=None):
    """Averages the branches where it should multiply them."""
    return np.eye(len(branch_jacobians[0])) + sum(branch_jacobians) / len(branch_jacobians)


def observe(x, residual_jacobian):
    return residual_jacobian([np.diag(x), np.diag(x)])  # two blocks, each with the branch Jacobian diag(x)
