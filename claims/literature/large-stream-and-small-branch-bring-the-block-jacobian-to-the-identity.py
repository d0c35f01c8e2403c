"""Jacobian of a pre-norm block minus the identity, with the branch and the stream rescaled."""

import numpy as np

from refutable import close, mutant


def check(pre_block, layer_norm, feed_forward, jacobian):
    d = 12
    rng = np.random.default_rng(0)
    w_in, w_out = rng.normal(size=(2, d, d)) / np.sqrt(d)
    x = 3 + 2 * rng.normal(size=d)

    def excess(a, b):
        def block(z):
            return pre_block(z, lambda u: layer_norm(u, eps=0.0), lambda u: b * feed_forward(u, w_in, w_out))

        return jacobian(block, a * x, step=1e-3 * a) - np.eye(d)

    plain = excess(1, 1)
    u = (x - x.mean()) / x.std()
    j_norm = (np.eye(d) - 1 / d - np.outer(u, u) / d) / x.std()
    by_hand = (w_in * (u @ w_in > 0) @ w_out).T @ j_norm
    close("block Jacobian minus the identity, by hand", plain, by_hand, atol=1e-8)
    close("stream four times as large", excess(4, 1), plain / 4, atol=1e-8)
    close("branch a third as large", excess(1, 1 / 3), plain / 3, atol=1e-8)
    close("both", excess(4, 1 / 3), plain / 12, atol=1e-8)


@mutant("pre_block")
def norm_on_the_sum(x, norm, branch):
    """Post-norm, whose Jacobian does not come near the identity."""
    return norm(x + branch(x))


@mutant("pre_block")
def branch_reads_the_stream(x, norm, branch):
    """Forgets the norm, so that a large stream changes nothing."""
    return x + branch(x)


@mutant("pre_block")
def normalised_skip(x, norm, branch):
    """Normalizes the skip as well."""
    return norm(x) + branch(norm(x))


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("layer_norm")
def root_mean_square(x, gain=None, bias=None, eps=1e-5):
    """Forgets to subtract the mean."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("feed_forward")
def no_relu(x, w_in, w_out, b_in=0.0, b_out=0.0):
    """Forgets the ReLU."""
    return (x @ w_in + b_in) @ w_out + b_out
