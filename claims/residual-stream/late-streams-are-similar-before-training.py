"""Measure the cosine of neighbouring streams, for branches that turn by 90 degrees and for random ones."""

import numpy as np

from refutable import close, mutant


def cosines(streams):
    a, b = streams[:-1], streams[1:]
    return (a * b).sum(axis=-1) / np.linalg.norm(a, axis=-1) / np.linalg.norm(b, axis=-1)


def check(stack, pre_block, rms_norm):
    def run(x, branches):
        return np.array(stack(x, lambda z: rms_norm(z, eps=0.0), branches, pre_block))

    rng = np.random.default_rng(23)
    x = rng.normal(size=(3, 8)) + 1.0
    x /= np.sqrt((x**2).mean(axis=-1, keepdims=True))
    depth = np.arange(49)
    for c in (0.25, 1.0):
        turn = [lambda z, c=c: np.sqrt(c) * np.concatenate([-z[..., 4:], z[..., :4]], axis=-1)]
        want = np.tile(np.sqrt((1 + c * depth) / (1 + c * (depth + 1)))[:, None], 3)
        close(f"orthogonal writes, c = {c}", cosines(run(x, 49 * turn)), want, atol=1e-9)
    weights = rng.normal(size=(49, 64, 64)) / 8
    streams = run(rng.normal(size=(16, 64)), [lambda z, w=w: z @ w for w in weights])
    close("random branches, cosine across sub-layer 48", cosines(streams)[48].mean(), 0.99, atol=0.005)
    sizes = np.linalg.norm(np.diff(streams, axis=0), axis=-1).mean(axis=1)
    close("size of the writes, each against their mean", sizes / sizes.mean(), 1.0, atol=0.2)


@mutant("pre_block")
def reads_the_raw_stream(x, norm, branch):
    """Leaves out the norm, so every sub-layer turns the stream by the same angle."""
    return x + branch(x)


@mutant("pre_block")
def post_norm(x, norm, branch):
    """Normalizes the sum, so every sub-layer turns the stream by the same angle."""
    return norm(x + branch(x))


def observe(n, stack, pre_block, rms_norm):
    # how much the last of n sub-layers writes, if every branch turns the normalized stream by 90 degrees
    turn = n * [lambda z: np.array([-z[1], z[0]])]
    streams = stack(np.array([1.0, 1.0]), lambda z: rms_norm(z, eps=0.0), turn, pre_block)
    return np.linalg.norm(streams[-1] - streams[-2])


@mutant("pre_block", belief=True)
def late_layers_idle(x, norm, branch):
    """Shrinks the write as the stream grows, as redundant late layers would."""
    return x + branch(norm(x)) / (x**2).mean(axis=-1, keepdims=True)


@mutant("rms_norm")
def norm_of_length_one(x, gain=None, eps=1e-5):
    """Divides by the length instead of the root mean square."""
    return x / np.sqrt((x**2).sum(axis=-1, keepdims=True) + eps)


@mutant("stack")
def every_second_block_idle(x, norm, branches, block):
    """Leaves out every second sub-layer."""
    streams = [x]
    for branch in branches[::2]:
        streams += [block(streams[-1], norm, branch)] * 2
    return streams[: len(branches) + 1]
