"""Follow the rms of writes and stream in sandwich stacks with huge, aligned and random branches."""

import numpy as np

from refutable import close, mutant


def rms(z):
    return np.sqrt((z**2).mean(axis=-1))


def check(stack, sandwich_block, rms_norm):
    def block(x, norm, branch):
        return sandwich_block(x, norm, norm, branch)

    def run(x, branches):
        return np.array(stack(x, lambda z: rms_norm(z, eps=0.0), branches, block))

    rng = np.random.default_rng(26)
    x = rng.normal(3.0, 2.0, size=(4, 64))
    weights = rng.normal(size=(63, 64, 64)) / 8
    huge = run(x, [lambda z, w=w: 1000 * np.tanh(z @ w) for w in weights[:8]])
    close("rms of each write, branches of gain 1000", rms(np.diff(huge, axis=0)), 1.0, atol=1e-11)
    aligned = run(x, 8 * [lambda z: 7 * z])
    close("rms at every depth, aligned writes", rms(aligned), rms(x) + np.arange(9)[:, None], atol=1e-11)
    unit = x / rms(x)[:, None]
    random = rms(run(unit, [lambda z, w=w: z @ w for w in weights])).mean(axis=1)
    close("rms at every depth, random branches", random, np.sqrt(1 + np.arange(64)), rtol=0.15, atol=0.0)


def observe(n, stack, sandwich_block, rms_norm):
    def block(x, norm, branch):
        return sandwich_block(x, norm, norm, branch)

    return rms(stack(np.array([1.0, -1.0]), lambda z: rms_norm(z, eps=0.0), n * [lambda z: 2 * z], block)[-1])


@mutant("sandwich_block", belief=True)
def second_norm_on_the_stream(x, norm_in, norm_out, branch):
    """Puts the second norm after the addition, which does bound the stream."""
    return norm_out(x + branch(norm_in(x)))


@mutant("sandwich_block")
def no_outer_norm(x, norm_in, norm_out, branch):
    """Leaves out the norm after the branch."""
    return x + branch(norm_in(x))


@mutant("sandwich_block")
def skip_between_the_norms(x, norm_in, norm_out, branch):
    """Takes the skip from the normalized copy."""
    u = norm_in(x)
    return u + norm_out(branch(u))


@mutant("rms_norm")
def norm_of_length_one(x, gain=None, eps=1e-5):
    """Divides by the length instead of the root mean square."""
    return x / np.sqrt((x**2).sum(axis=-1, keepdims=True) + eps)


@mutant("stack")
def one_layer_copied(x, norm, branches, block):
    """Uses the first branch in every sub-layer, so the writes are related."""
    streams = [x]
    for _ in branches:
        streams.append(block(streams[-1], norm, branches[0]))
    return streams
