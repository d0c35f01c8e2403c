"""Run the same branches through both stacks and compare every stream."""

import numpy as np

from refutable import close, mutant


def check(stack, post_block, normalised_skip_block, layer_norm):
    rng = np.random.default_rng(3)
    x, gain = rng.normal(3.0, 2.0, size=(4, 8)), rng.normal(1.0, 0.3, size=8)
    branches = [lambda z, w=w: np.tanh(z @ w) + 0.5 for w in rng.normal(size=(6, 8, 8))]

    def norm(z):
        return layer_norm(z, gain=gain, eps=1e-5)

    post = stack(x, norm, branches, post_block)
    shifted = stack(x + branches[0](x), norm, branches[1:], normalised_skip_block)
    close("number of shifted streams", len(shifted), 6, atol=0.0)
    for depth, sums in enumerate(shifted, start=1):
        close(f"norm of the shifted stream against post-norm x_{depth}", norm(sums), post[depth], atol=1e-12)
    # One block by hand: mean 3 and deviation 2, so N returns signs and the block returns signs + 2 signs.
    two = np.array([1.0, 1, 1, 1, 5, 5, 5, 5])
    by_hand = normalised_skip_block(two, lambda z: layer_norm(z, eps=0.0), lambda z: 2 * z)
    close("N(z) + F(N(z)) by hand", by_hand, 3 * np.sign(two - 3), atol=1e-12)


@mutant("normalised_skip_block")
def pre_norm(x, norm, branch, alpha=1.0, beta=1.0):
    """Takes the skip in front of the norm."""
    return alpha * x + beta * branch(norm(x))


@mutant("normalised_skip_block")
def branch_reads_raw(x, norm, branch, alpha=1.0, beta=1.0):
    """Normalizes the skip and lets the branch read the raw stream."""
    return alpha * norm(x) + beta * branch(x)


@mutant("normalised_skip_block")
def norm_after_as_well(x, norm, branch, alpha=1.0, beta=1.0):
    """Normalizes the sum as well, so the norm acts twice."""
    u = norm(x)
    return norm(alpha * u + beta * branch(u))


@mutant("post_block")
def output_norm(x, norm, branch):
    """Keeps the skip outside the norm."""
    return x + norm(branch(x))


@mutant("stack")
def forgets_the_last_branch(x, norm, branches, block):
    """Stops one sub-layer early."""
    streams = [x]
    for branch in branches[:-1]:
        streams.append(block(streams[-1], norm, branch))
    return streams
