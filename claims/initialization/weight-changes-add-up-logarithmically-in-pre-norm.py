"""Amplification of a random change of all weights in pre-norm stacks of 8 to 32 blocks with a final norm."""

import numpy as np

from refutable import close, mutant


def check(pre_block, layer_norm, stack, amplification):
    d = 64
    for depth in (8, 16, 32):
        values = []
        for seed in range(8):
            rng = np.random.default_rng(seed)
            weights, x = rng.normal(size=(depth, d, d)) / np.sqrt(d), rng.normal(size=(16, d))

            def forward(w, x=x):
                streams = stack(x, layer_norm, [lambda z, a=a: z @ a for a in w], pre_block)
                return layer_norm(streams[-1])

            values.append(amplification(forward, weights, scale=1 / np.sqrt(d)))
        shares = np.sum(1 / np.arange(2, depth + 2))  # block l is 1/(l + 1) of the stream's variance
        close(f"mean square change over the sum of shares, {depth} blocks", np.mean(values) / shares, 1.0, atol=0.2)


@mutant("pre_block")
def norm_on_the_sum(x, norm, branch):
    """Post-norm, where the change grows in proportion to the depth."""
    return norm(x + branch(x))


@mutant("pre_block")
def damped_branch(x, norm, branch):
    """Halves the branch, as a residual multiplier would."""
    return x + 0.5 * branch(norm(x))


@mutant("pre_block")
def branch_reads_the_stream(x, norm, branch):
    """Forgets the norm, so that every block is as large as the stream."""
    return x + branch(x)


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("amplification")
def not_squared(forward, weights, scale, step=1e-4, seed=0):
    """Takes the root mean square."""
    v = scale * np.random.default_rng((7, seed)).normal(size=weights.shape)
    return np.sqrt((((forward(weights + step * v) - forward(weights - step * v)) / (2 * step)) ** 2).mean())
