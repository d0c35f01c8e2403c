"""Derivatives of a stack without norms at scale zero: by the scales and by the weights of the branches."""

import numpy as np

from refutable import above, close, mutant


def check(no_norm_block, feed_forward, jacobian):
    d, depth = 8, 3
    rng = np.random.default_rng(0)
    w = rng.normal(size=(depth, 2, d, d))
    x = 5 + 3 * rng.normal(size=d)

    def run(weights, scales):
        z = x
        for a, scale in zip(weights.reshape(w.shape), scales, strict=True):
            z = no_norm_block(z, lambda u, a=a: feed_forward(u, a[0], a[1]), scale)
        return z

    zero = np.zeros(depth)
    some = [0, 5, 70, 130, 200, 300]  # a few of the weights, from all three branches

    def by_weights(scales, weights=w):
        def at(v):
            moved = weights.ravel().copy()
            moved[some] += v
            return run(moved, scales)

        return jacobian(at, np.zeros(len(some)))

    close("derivative by the weights at scale zero", by_weights(zero), np.zeros((d, len(some))), atol=1e-9)
    above("the same at scale 0.1: largest", np.abs(by_weights(zero + 0.1)).max(), 0.05)
    last_zero = w * np.array([1.0, 0.0])[:, None, None]  # a zero last matrix in place of a zero scale
    moves = np.abs(by_weights(zero + 1, last_zero)).max(axis=0)
    first = np.array([index // d**2 % 2 == 0 for index in some])
    close("last matrices of zero: derivative by the first ones", moves[first], 0 * moves[first], atol=1e-9)
    above("last matrices of zero: largest derivative by themselves", moves[~first].max(), 0.05)
    written = np.stack([np.maximum(0, x @ a[0]) @ a[1] for a in w], axis=1)
    close("derivative by the scales", jacobian(lambda s: run(w, s), zero), written, rtol=1e-6, atol=1e-6)


@mutant("no_norm_block")
def scale_starts_at_one(x, branch, alpha):
    """Adds one to the scale."""
    return x + (1 + alpha) * branch(x)


@mutant("no_norm_block")
def scale_on_everything(x, branch, alpha):
    """Scales the skip as well."""
    return alpha * (x + branch(x))


@mutant("no_norm_block")
def gated(x, branch, alpha):
    """A highway gate: what the branch gains the skip loses."""
    return (1 - alpha) * x + alpha * branch(x)


@mutant("no_norm_block")
def squared_scale(x, branch, alpha):
    """Squares the scale, so that it receives no gradient either."""
    return x + alpha**2 * branch(x)


@mutant("feed_forward")
def no_relu(x, w_in, w_out, b_in=0.0, b_out=0.0):
    """Forgets the ReLU."""
    return (x @ w_in + b_in) @ w_out + b_out
