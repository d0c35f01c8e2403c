"""Multiply the local Jacobians of random linear post-LN stacks with and without their branches."""

import numpy as np

from refutable import above, below, close, mutant


def check(stack, post_block, layer_norm, layer_norm_jacobian, residual_jacobian):
    skip, whole = [], []
    for seed in range(8):
        rng = np.random.default_rng(seed)
        weights = rng.normal(size=(24, 64, 64)) / 8
        branches = [lambda z, w=w: z @ w for w in weights]
        x = rng.normal(size=64)
        x = (x - x.mean()) / x.std()  # the sizes below assume a stream of unit size from the start
        streams = stack(x, lambda z: layer_norm(z, eps=0.0), branches, post_block)
        norms = [layer_norm_jacobian(s + s @ w, eps=0.0) for s, w in zip(streams, weights, strict=False)]
        whole.append(np.linalg.norm(residual_jacobian([w.T for w in weights], norms)) / 8)
        skip.append(np.linalg.norm(residual_jacobian([0.0 * w for w in weights], norms)) / 8)
    close("log2 of the gain along the skips", np.mean(np.log2(skip)), -12.0, atol=0.5)
    above("gain of the whole gradient (geometric mean)", np.exp(np.mean(np.log(whole))), 0.7)
    below("gain of the whole gradient (geometric mean)", np.exp(np.mean(np.log(whole))), 1.4)


def observe(n, residual_jacobian):
    # n blocks: the branch turns by 90 degrees, so the sum is sqrt(2) as long, and the norm divides by sqrt(2)
    turn, norm = np.array([[0.0, -1.0], [1.0, 0.0]]), np.eye(2) / np.sqrt(2)
    return np.linalg.norm(residual_jacobian([turn] * n, [norm] * n)) / np.sqrt(2)


@mutant("residual_jacobian", belief=True)
def skips_alone(branch_jacobians, norm_jacobians=None):
    """Follows the gradient through the norms and the skips, and leaves the branches out."""
    total = np.eye(len(branch_jacobians[0]))
    for norm_jacobian in norm_jacobians:
        total = norm_jacobian @ total
    return total


@mutant("residual_jacobian")
def norms_left_out(branch_jacobians, norm_jacobians=None):
    """Leaves the norms out, as if the stack were pre-norm."""
    total = np.eye(len(branch_jacobians[0]))
    for branch_jacobian in branch_jacobians:
        total = total + branch_jacobian @ total
    return total


@mutant("layer_norm_jacobian")
def norm_without_gain(x, eps=1e-5):
    """Leaves out the factor 1/s of the norm."""
    y = (x - x.mean()) / x.std()
    return np.eye(len(x)) - 1 / len(x) - np.outer(y, y) / len(x)


@mutant("post_block")
def pre_norm(x, norm, branch):
    """Leaves the sum without a norm, so the stream grows."""
    return x + branch(norm(x))


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and does not divide."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("stack")
def doubles_the_stream(x, norm, branches, block):
    """Doubles the stream after every block, so it is no longer of unit size."""
    streams = [x]
    for branch in branches:
        streams.append(2 * block(streams[-1], norm, branch))
    return streams
