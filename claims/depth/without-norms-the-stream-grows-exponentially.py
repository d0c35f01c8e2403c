"""Variance of an untrained stream without norms, with pre-norm, and without norms but with scaled branches."""

import numpy as np

from refutable import close, mutant


def check(no_norm_block, pre_block, layer_norm):
    d = 64
    for depth in (4, 10):
        logs, sums, scaled_logs = [], [], []
        for seed in range(4):
            rng = np.random.default_rng(seed)
            start = free = scaled = normed = rng.normal(size=(8, d))
            for a in rng.normal(size=(depth, d, d)) / np.sqrt(d):
                free = no_norm_block(free, lambda z, a=a: z @ a, 1.0)
                scaled = no_norm_block(scaled, lambda z, a=a: z @ a, depth**-0.5)
                normed = pre_block(normed, layer_norm, lambda z, a=a: z @ a)
            logs.append(np.log2(np.mean(free**2) / np.mean(start**2)))
            scaled_logs.append(np.log(np.mean(scaled**2) / np.mean(start**2)))
            sums.append(np.mean(normed**2))
        close(f"log2 of the growth without norms, {depth} blocks", np.mean(logs) / depth, 1.0, atol=0.1)
        close(f"variance with pre-norm, {depth} blocks", np.mean(sums) / (1 + depth), 1.0, atol=0.15)
        want = depth * np.log(1 + 1 / depth)  # below 1: the variance stays below e
        close(
            f"log of the growth with branches scaled by L^(-1/2), {depth} blocks", np.mean(scaled_logs), want, atol=0.12
        )


def observe(n, no_norm_block):
    # rms after n blocks without norms whose branch turns the stream by 90 degrees, from rms 1
    x = np.array([1.0, 1.0])
    for _ in range(n):
        x = no_norm_block(x, lambda z: z[::-1] * [1, -1], 1.0)
    return np.sqrt(np.mean(x**2))


@mutant("no_norm_block")
def a_norm_is_left(x, branch, alpha):
    """Believes that a norm remains on the sum, as in post-norm."""
    sum_ = x + alpha * branch(x)
    return sum_ / np.sqrt((sum_**2).mean(axis=-1, keepdims=True))


@mutant("no_norm_block", belief=True)
def branch_normalised(x, branch, alpha):
    """Lets every branch write equally much, as it does in pre-norm."""
    return x + alpha * branch(x / np.sqrt((x**2).mean(axis=-1, keepdims=True)))


@mutant("no_norm_block")
def alpha_ignored(x, branch, alpha):
    """Forgets the scale of the branch."""
    return x + branch(x)


@mutant("no_norm_block")
def alpha_squared(x, branch, alpha):
    """Scales the branch by the square of alpha."""
    return x + alpha**2 * branch(x)


@mutant("pre_block")
def norm_forgotten(x, norm, branch):
    """The branch reads the stream itself."""
    return x + branch(x)


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)
