"""Compare the numerical Jacobian of a stack with the product of analytic local Jacobians."""

import numpy as np

from refutable import close, mutant


def check(stack, pre_block, layer_norm, layer_norm_jacobian, residual_jacobian, jacobian):
    rng = np.random.default_rng(4)
    weights = rng.normal(size=(5, 8, 8)) / 2
    branches = [lambda z, w=w: np.tanh(z @ w) for w in weights]

    def norm(z):
        return layer_norm(z, eps=1e-5)

    x = rng.normal(3.0, 2.0, size=8)
    streams = stack(x, norm, branches, pre_block)
    local = [
        (1 - np.tanh(norm(s) @ w) ** 2)[:, None] * w.T @ layer_norm_jacobian(s, eps=1e-5)
        for s, w in zip(streams, weights, strict=False)
    ]
    whole = jacobian(lambda v: stack(v, norm, branches, pre_block)[-1], x)
    close("J of the stack against the product", whole, residual_jacobian(local), atol=1e-8)


@mutant("residual_jacobian")
def first_order(branch_jacobians, norm_jacobians=None):
    """Adds the local Jacobians to the identity and drops every product of two or more."""
    return np.eye(len(branch_jacobians[0])) + sum(branch_jacobians)


@mutant("residual_jacobian")
def wrong_order(branch_jacobians, norm_jacobians=None):
    """Multiplies the factors in the order of the forward pass, first block leftmost."""
    total = np.eye(len(branch_jacobians[0]))
    for branch_jacobian in branch_jacobians:
        total = total @ (np.eye(len(total)) + branch_jacobian)
    return total


@mutant("residual_jacobian")
def without_skips(branch_jacobians, norm_jacobians=None):
    """Multiplies the branch Jacobians alone, as in a network without skips."""
    total = np.eye(len(branch_jacobians[0]))
    for branch_jacobian in branch_jacobians:
        total = branch_jacobian @ total
    return total


@mutant("stack")
def forgets_to_advance(x, norm, branches, block):
    """Reads the first stream in every block."""
    return [x] + [block(x, norm, branch) for branch in branches]


@mutant("pre_block")
def reads_the_raw_stream(x, norm, branch):
    """Leaves out the norm."""
    return x + branch(x)
