"""Follow the mean square of the stream with branches that turn by 90 degrees, and with random ones."""

import numpy as np

from refutable import close, mutant


def check(stack, pre_block, rms_norm):
    def norm(z):
        return rms_norm(z, eps=0.0)

    def turn(z):  # swaps the halves with a sign: as long as z and orthogonal to it
        return np.concatenate([-z[..., 4:], z[..., :4]], axis=-1)

    rng = np.random.default_rng(19)
    x = rng.normal(3.0, 2.0, size=(3, 8))
    for gain in (0.5, 2.0):
        streams = np.array(stack(x, norm, 24 * [lambda z, g=gain: g * turn(z)], pre_block))
        want = (x**2).mean(axis=-1) + gain**2 * np.arange(25)[:, None]
        close(f"mean square at every depth, c = {gain**2}", (streams**2).mean(axis=-1), want, atol=1e-9)

    weights = rng.normal(size=(64, 64, 64)) / 8
    streams = np.array(stack(rng.normal(size=(16, 64)), norm, [lambda z, w=w: z @ w for w in weights], pre_block))
    mean_square = (streams**2).mean(axis=(1, 2))
    close("random branches of unit gain", mean_square[1:], 1.0 + np.arange(1, 65), rtol=0.2, atol=0.0)


def observe(n, stack, pre_block, rms_norm):
    branches = n * [lambda z: np.array([-z[1], z[0]])]
    return np.mean(stack(np.array([1.0, 1.0]), lambda z: rms_norm(z, eps=0.0), branches, pre_block)[-1] ** 2)


@mutant("pre_block", belief=True)
def writes_grow_with_the_stream(x, norm, branch):
    """Lets the branch read the raw stream, so every write is as large as the stream and the mean square doubles."""
    return x + branch(x)


@mutant("pre_block")
def skip_after_the_norm(x, norm, branch):
    """Takes the skip from the normalized copy, so nothing accumulates."""
    u = norm(x)
    return u + branch(u)


@mutant("pre_block")
def along_the_stream(x, norm, branch):
    """Adds the write's length in the direction of the stream."""
    length = np.sqrt((branch(norm(x)) ** 2).sum(axis=-1, keepdims=True) / (x**2).sum(axis=-1, keepdims=True))
    return x * (1 + length)


@mutant("rms_norm")
def norm_of_length_one(x, gain=None, eps=1e-5):
    """Divides by the length instead of the root mean square."""
    return x / np.sqrt((x**2).sum(axis=-1, keepdims=True) + eps)


@mutant("stack")
def every_second_block(x, norm, branches, block):
    """Skips every second block."""
    streams = [x]
    for depth, branch in enumerate(branches):
        streams.append(block(streams[-1], norm, branch) if depth % 2 == 0 else streams[-1])
    return streams
