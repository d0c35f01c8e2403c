"""Average trace(J)/d over pairs of opposite random branches of growing size."""

import numpy as np

from refutable import close, mutant


def check(pre_block, post_block, layer_norm, jacobian):
    rng = np.random.default_rng(11)
    x = rng.normal(3.0, 2.0, size=16)
    draws = rng.normal(size=(4, 16, 16)) / 4

    def matrix(block, w):
        return jacobian(lambda v: block(v, lambda z: layer_norm(z, eps=0.0), lambda z: z @ w), x)

    gains = []
    for scale in (0.1, 1.0, 10.0):
        pairs = [matrix(pre_block, sign * scale * w) for w in draws for sign in (1, -1)]
        close(f"mean trace(J)/d, branches of gain {scale}", np.mean([np.trace(m) / 16 for m in pairs]), 1.0, atol=1e-8)
        gains.append(np.sqrt(np.mean([np.sum(m**2) for m in pairs]) / 16))
    # in the mean over W and -W the cross term drops out: 1 + c^2 |N'(x) W|^2 / d, with N' by hand
    u = (x - x.mean()) / x.std()
    slope = (np.eye(16) - 1 / 16 - np.outer(u, u) / 16) / x.std()
    square = np.mean([np.sum((slope @ w) ** 2) for w in draws]) / 16
    want = np.sqrt(1 + np.array([0.1, 1.0, 10.0]) ** 2 * square)
    close("gain of J", np.array(gains), want, atol=1e-8)
    zero_branch = np.trace(matrix(post_block, 0 * draws[0])) / 16
    close("post-LN, zero branch: trace(J)/d", zero_branch, 14 / 16 / x.std(), atol=1e-8)


def observe(a, pre_block, layer_norm, jacobian):
    # rms gain of the Jacobian of a pre-norm block at (1, 2, 3, 5), over the two branches +-a times a rotation
    turn = np.array([[0.0, -1, 0, 0], [1, 0, 0, 0], [0, 0, 0, -1], [0, 0, 1, 0]])
    x = np.array([1.0, 2.0, 3.0, 5.0])
    pair = [jacobian(lambda v, s=s: pre_block(v, layer_norm, lambda z: s * a * z @ turn), x) for s in (1, -1)]
    return np.sqrt(np.mean([np.sum(m**2) for m in pair]) / 4)


@mutant("pre_block")
def skip_after_the_norm(x, norm, branch):
    """Takes the skip from the normalized copy."""
    u = norm(x)
    return u + branch(u)


@mutant("pre_block")
def scaled_skip(x, norm, branch):
    """Multiplies the skip by 0.9."""
    return 0.9 * x + branch(norm(x))


@mutant("pre_block", belief=True)
def no_branch(x, norm, branch):
    """Takes the trace's word for it: loses the branch, so the gain never moves."""
    return x + 0 * branch(norm(x))


@mutant("pre_block")
def reads_the_raw_stream(x, norm, branch):
    """Leaves out the norm, so the gain does not fall with the deviation of x."""
    return x + branch(x)


@mutant("post_block")
def pre_norm(x, norm, branch):
    """Leaves the skip outside the norm."""
    return x + branch(norm(x))


@mutant("layer_norm")
def root_mean_square(x, gain=None, bias=None, eps=1e-5):
    """Does not subtract the mean."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("pre_block")
def louder_branch(x, norm, branch):
    """Adds 1.1 times the branch, which no trace can show."""
    return x + 1.1 * branch(norm(x))
