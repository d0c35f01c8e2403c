"""Measure the length of each update against the stream's, for branches that turn by 90 degrees and for random ones."""

import numpy as np

from refutable import close, mutant


def check(stack, pre_block, rms_norm):
    def fractions(x, branches):
        streams = np.array(stack(x, lambda z: rms_norm(z, eps=0.0), branches, pre_block))
        return np.linalg.norm(np.diff(streams, axis=0), axis=-1) / np.linalg.norm(streams[:-1], axis=-1)

    rng = np.random.default_rng(22)
    x = rng.normal(size=(3, 8)) + 1.0
    x /= np.sqrt((x**2).mean(axis=-1, keepdims=True))
    depth = np.arange(49)
    for c in (0.25, 4.0):
        turn = [lambda z, c=c: np.sqrt(c) * np.concatenate([-z[..., 4:], z[..., :4]], axis=-1)]
        want = np.tile(np.sqrt(c / (1 + c * depth))[:, None], 3)
        close(f"orthogonal writes, c = {c}", fractions(x, 49 * turn), want, atol=1e-9)
    weights = rng.normal(size=(49, 64, 64)) / 8
    measured = fractions(rng.normal(size=(16, 64)), [lambda z, w=w: z @ w for w in weights]).mean(axis=1)
    close("random branches", measured, 1 / np.sqrt(1 + depth), rtol=0.2, atol=0.0)


@mutant("pre_block")
def reads_the_raw_stream(x, norm, branch):
    """Leaves out the norm, so every update is the same fraction of the stream."""
    return x + branch(x)


@mutant("pre_block")
def post_norm(x, norm, branch):
    """Normalizes the sum, so the stream stays at unit size and every update counts alike."""
    return norm(x + branch(x))


@mutant("pre_block")
def lengths_add(x, norm, branch):
    """Adds the write along the stream, so the fraction falls like 1/l."""
    length = np.sqrt((branch(norm(x)) ** 2).sum(axis=-1, keepdims=True) / (x**2).sum(axis=-1, keepdims=True))
    return x * (1 + length)


@mutant("rms_norm")
def norm_of_length_one(x, gain=None, eps=1e-5):
    """Divides by the length instead of the root mean square."""
    return x / np.sqrt((x**2).sum(axis=-1, keepdims=True) + eps)


@mutant("stack")
def starts_one_block_late(x, norm, branches, block):
    """Runs the first sub-layer before depth 0, as if something had already been written."""
    streams = [block(x, norm, branches[0])]
    for branch in branches:
        streams.append(block(streams[-1], norm, branch))
    return streams
