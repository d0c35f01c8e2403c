"""Run four blocks of the two-feature example, and a wider input that tells wrong blocks apart."""

import numpy as np

from refutable import close, mutant


def check(stack, pre_block, post_block, layer_norm):
    def run(x, block):
        return np.array(stack(np.array(x), lambda z: layer_norm(z, eps=0.0), 4 * [lambda z: 2 * z], block)[1:])

    pre = run([3.0, 1.0], pre_block)
    close("pre-norm streams", pre, np.array([[5.0, -1.0], [7.0, -3.0], [9.0, -5.0], [11.0, -7.0]]), atol=1e-12)
    close("their lengths", np.linalg.norm(pre, axis=1), np.array([5.10, 7.62, 10.30, 13.04]), atol=0.005)
    close("post-norm streams", run([3.0, 1.0], post_block), np.tile([1.0, -1.0], (4, 1)), atol=1e-12)
    # Width 8, where the norm is more than a sign: 1, 1, 1, 1, 5, 5, 5, 5 has mean 3 and deviation 2.
    x = np.array([1.0, 1, 1, 1, 5, 5, 5, 5])
    close("pre-norm, width 8", run(x, pre_block)[0], x + 2 * np.sign(x - 3), atol=1e-12)
    close("post-norm, width 8", run(x, post_block)[0], np.sign(x - 3), atol=1e-12)


@mutant("pre_block")
def no_skip(x, norm, branch):
    """Forgets the skip."""
    return branch(norm(x))


@mutant("pre_block")
def skip_after_the_norm(x, norm, branch):
    """Takes the skip from the normalized copy."""
    u = norm(x)
    return u + branch(u)


@mutant("pre_block")
def output_norm(x, norm, branch):
    """Normalizes what the branch writes, which loses its factor of 2."""
    return x + norm(branch(x))


@mutant("post_block")
def pre_norm(x, norm, branch):
    """Leaves the sum without a norm."""
    return x + branch(norm(x))


@mutant("post_block")
def norm_of_the_write(x, norm, branch):
    """Adds the skip after the norm."""
    return x + norm(branch(x))


@mutant("layer_norm")
def unbiased(x, gain=None, bias=None, eps=1e-5):
    """Divides the variance by d - 1."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True, ddof=1) + eps)


@mutant("stack")
def leaves_out_the_input(x, norm, branches, block):
    """Returns only the streams after the blocks."""
    streams = []
    for branch in branches:
        x = block(x, norm, branch)
        streams.append(x)
    return [*streams, x]
