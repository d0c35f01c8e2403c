"""Add up the ordered product along every path through six blocks and compare with the Jacobian."""

from itertools import product

import numpy as np

from refutable import close, mutant


def check(residual_jacobian):
    rng = np.random.default_rng(5)
    local = list(rng.normal(size=(6, 8, 8)) / 3)
    total = np.zeros((8, 8))
    for path in product((False, True), repeat=6):  # True: through the branch
        term = np.eye(8)
        for through, branch_jacobian in zip(path, local, strict=True):
            term = branch_jacobian @ term if through else term
        total += term
    close("J against the sum over all paths", residual_jacobian(local), total, atol=1e-10)
    # With 1 x 1 Jacobians equal to 1 every path weighs 1, so the Jacobian counts them.
    for depth in (1, 3, 10):
        close(f"number of paths, L = {depth}", residual_jacobian([np.eye(1)] * depth), 2.0**depth, atol=1e-9)
    norms = rng.normal(size=(2, 8, 8)) / 3
    want = norms[1] @ (np.eye(8) + local[1]) @ norms[0] @ (np.eye(8) + local[0])
    close("two blocks with norms on the stream, by hand", residual_jacobian(local[:2], norms), want, atol=1e-12)


@mutant("residual_jacobian")
def one_path_a_block(branch_jacobians, norm_jacobians=None):
    """Counts the skip and one path through each branch: L + 1 paths."""
    return np.eye(len(branch_jacobians[0])) + sum(branch_jacobians)


@mutant("residual_jacobian")
def up_to_two_branches(branch_jacobians, norm_jacobians=None):
    """Keeps the paths through at most two branches."""
    total, count = np.eye(len(branch_jacobians[0])) + sum(branch_jacobians), len(branch_jacobians)
    return total + sum(branch_jacobians[j] @ branch_jacobians[i] for i in range(count) for j in range(i + 1, count))


@mutant("residual_jacobian")
def reversed_paths(branch_jacobians, norm_jacobians=None):
    """Multiplies along each path in the wrong order."""
    total = np.eye(len(branch_jacobians[0]))
    for branch_jacobian in branch_jacobians:
        total = total @ (np.eye(len(total)) + branch_jacobian)
    return total


@mutant("residual_jacobian")
def last_block_has_no_skip(branch_jacobians, norm_jacobians=None):
    """Lets the last block pass through its branch only, which halves the number of paths."""
    total = np.eye(len(branch_jacobians[0]))
    for branch_jacobian in branch_jacobians[:-1]:
        total = total + branch_jacobian @ total
    return branch_jacobians[-1] @ total
