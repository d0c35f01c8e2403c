"""Add up L writes times a power of L, for branches that all write one vector and for random ones."""

import numpy as np

from refutable import close, mutant


def check(granite_block, stack, rms_norm):
    rng = np.random.default_rng(13)
    d = 256

    def total(branches, power):  # the rms of all writes together, the first stream subtracted
        depth = len(branches)
        streams = stack(
            x,
            lambda z: rms_norm(z, eps=0.0),
            branches,
            lambda z, norm, branch: granite_block(z, norm, branch, depth**power),
        )
        return np.sqrt(np.mean((streams[-1] - x) ** 2))

    x, vector = 3 + 2 * rng.normal(size=(16, d)), rng.normal(size=d)
    one = np.sqrt(np.mean(vector**2))
    for depth in (16, 64):
        aligned = depth * [lambda z: np.broadcast_to(vector, z.shape)]
        unrelated = [lambda z, w=w: z @ w for w in rng.normal(size=(depth, d, d)) / np.sqrt(d)]
        close(f"aligned, 1/L, {depth} writes", total(aligned, -1.0) / one, 1.0, rtol=1e-9)
        close(f"aligned, L^(-1/2), {depth} writes", total(aligned, -0.5) / one, np.sqrt(depth), rtol=1e-9)
        close(f"unrelated, L^(-1/2), {depth} writes", total(unrelated, -0.5), 1.0, atol=0.12)
        close(
            f"unrelated, 1/L, {depth} writes, times the root of L",
            np.sqrt(depth) * total(unrelated, -1.0),
            1.0,
            atol=0.12,
        )


@mutant("granite_block")
def multiplies_what_is_read(x, norm, branch, multiplier):
    """Puts the multiplier on the input of the norm, where it cancels."""
    return x + branch(norm(multiplier * x))


@mutant("granite_block")
def multiplies_the_output_of_the_norm(x, norm, branch, multiplier):
    """Scales the output of the norm, as LayerNorm Scaling does; a write that ignores its input does not notice."""
    return x + branch(multiplier * norm(x))


@mutant("granite_block")
def convex_mixture(x, norm, branch, multiplier):
    """Takes from the skip what the branch is given."""
    return (1 - multiplier) * x + multiplier * branch(norm(x))


@mutant("granite_block")
def root_of_the_multiplier(x, norm, branch, multiplier):
    """Takes a variance for a factor."""
    return x + np.sqrt(multiplier) * branch(norm(x))


@mutant("granite_block")
def without_norm(x, norm, branch, multiplier):
    """Forgets the norm, so that a write grows with the stream."""
    return x + multiplier * branch(x)


@mutant("stack")
def half_as_deep(x, norm, branches, block):
    """Counts layers where sub-layers are meant and runs every second one."""
    streams = [x]
    for branch in branches[::2]:
        streams.append(block(streams[-1], norm, branch))
    return streams


@mutant("rms_norm")
def unit_length(x, gain=None, eps=1e-5):
    """Scales to length 1 instead of root mean square 1."""
    return x / np.linalg.norm(x, axis=-1, keepdims=True)
