"""Build the Jacobian of random linear pre-LN stacks and measure how much of it the identity is."""

import numpy as np

from refutable import close, mutant


def check(stack, pre_block, layer_norm, layer_norm_jacobian, residual_jacobian):
    for depth in (6, 24):
        shares, cosines = [], []
        for seed in range(8):
            rng = np.random.default_rng(seed)
            weights = rng.normal(size=(depth, 64, 64)) / 8
            branches = [lambda z, w=w: z @ w for w in weights]
            streams = stack(rng.normal(3.0, 1.0, size=64), lambda z: layer_norm(z, eps=0.0), branches, pre_block)
            total = residual_jacobian(
                [w.T @ layer_norm_jacobian(s, eps=0.0) for w, s in zip(weights, streams, strict=False)]
            )
            at_output = rng.normal(size=(50, 64))
            at_input = at_output @ total
            lengths = np.linalg.norm(at_output, axis=1), np.linalg.norm(at_input, axis=1)
            cosines.append(np.mean(np.sum(at_output * at_input, axis=1) / lengths[0] / lengths[1]))
            shares.append(8 / np.linalg.norm(total))
        want = 1 / np.sqrt(1 + depth)
        close(f"share of the identity, L = {depth}", np.mean(shares), want, rtol=0.25, atol=0.0)
        close(f"cosine of input and output gradient, L = {depth}", np.mean(cosines), want, rtol=0.25, atol=0.0)


def observe(n, residual_jacobian):
    # n blocks whose branch l turns by 90 degrees, with the gain 1/sqrt(1 + l) that pre-norm gives it
    turn = np.array([[0.0, -1.0], [1.0, 0.0]])
    return np.sqrt(2) / np.linalg.norm(residual_jacobian([turn / np.sqrt(1 + depth) for depth in range(n)]))


@mutant("residual_jacobian", belief=True)
def identity_alone(branch_jacobians, norm_jacobians=None):
    """Counts only what the skip delivers."""
    return np.eye(len(branch_jacobians[0]))


@mutant("residual_jacobian")
def first_order(branch_jacobians, norm_jacobians=None):
    """Adds the local Jacobians instead of multiplying the blocks."""
    return np.eye(len(branch_jacobians[0])) + sum(branch_jacobians)


@mutant("layer_norm_jacobian")
def forgets_the_deviation(x, eps=1e-5):
    """Leaves out the factor 1/s, as if the stream did not grow."""
    y = (x - x.mean()) / x.std()
    return np.eye(len(x)) - 1 / len(x) - np.outer(y, y) / len(x)


@mutant("pre_block")
def post_norm(x, norm, branch):
    """Normalizes the sum, so the stream stays at unit size and every branch counts fully."""
    return norm(x + branch(x))


@mutant("stack")
def never_moves(x, norm, branches, block):
    """Returns the first stream at every depth."""
    return [x] * (len(branches) + 1)
