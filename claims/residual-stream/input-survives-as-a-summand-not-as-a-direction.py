"""Subtract the writes from the last stream, and compare its direction with the input's."""

import numpy as np

from refutable import close, mutant


def cosine(a, b):
    return (a * b).sum(axis=-1) / np.linalg.norm(a, axis=-1) / np.linalg.norm(b, axis=-1)


def check(stack, pre_block, rms_norm):
    def norm(z):
        return rms_norm(z, eps=0.0)

    def turn(z):
        return np.concatenate([-z[..., 4:], z[..., :4]], axis=-1)

    rng = np.random.default_rng(25)
    cosines = []
    for _ in range(6):
        x = rng.normal(size=(4, 64))
        branches = [lambda z, w=w: z @ w for w in rng.normal(size=(48, 64, 64)) / 8]
        streams = stack(x, norm, branches, pre_block)
        writes = sum(branch(norm(s)) for branch, s in zip(branches, streams, strict=False))
        close("x_48 minus all writes against x_0", streams[-1] - writes, x, atol=1e-11)
        cosines.append(cosine(x, streams[-1]))
    close("mean cosine of x_0 and x_48", np.mean(cosines), 1 / 7, atol=0.04)
    # By hand: one write as long as the input and orthogonal to it turns the stream by 45 degrees.
    y = x[:, :8] / np.sqrt((x[:, :8] ** 2).mean(axis=-1, keepdims=True))
    turned = stack(y, norm, [turn], pre_block)[-1]
    close("cosine after one orthogonal write", cosine(y, turned), np.sqrt(0.5), atol=1e-12)


def observe(n, stack, pre_block, rms_norm):
    branches = n * [lambda z: np.array([-z[1], z[0]])]
    end = stack(np.array([1.0, 1.0]), lambda z: rms_norm(z, eps=0.0), branches, pre_block)[-1]
    return end / np.linalg.norm(end)


@mutant("pre_block", belief=True)
def nothing_but_the_skip(x, norm, branch):
    """Lets the input arrive as it was."""
    return x


@mutant("pre_block")
def skip_after_the_norm(x, norm, branch):
    """Takes the skip from the normalized copy, so x_0 is no longer a summand."""
    u = norm(x)
    return u + branch(u)


@mutant("pre_block")
def post_norm(x, norm, branch):
    """Normalizes the sum."""
    return norm(x + branch(x))


@mutant("pre_block")
def reads_the_raw_stream(x, norm, branch):
    """Leaves out the norm."""
    return x + branch(x)


@mutant("rms_norm")
def norm_of_length_one(x, gain=None, eps=1e-5):
    """Divides by the length instead of the root mean square, so the writes are an eighth as long."""
    return x / np.sqrt((x**2).sum(axis=-1, keepdims=True) + eps)
