"""Amplification of a random change of all weights in Admin stacks of 8, 16 and 32 sub-layers."""

import numpy as np

from refutable import close, mutant


def check(admin_block, admin_profile, layer_norm, amplification):
    d = 64

    def norm(z):
        return layer_norm(z, eps=0.0)

    for depth in (8, 16, 32):
        values = []
        for seed in range(4):
            rng = np.random.default_rng(seed)
            weights = rng.normal(size=(depth, d, d)) / np.sqrt(d)
            x = norm(5 + 2 * rng.normal(size=(16, d)))
            omegas = admin_profile(x, norm, [lambda z, a=a: z @ a for a in weights], admin_block)

            def forward(w, x=x, omegas=omegas):
                for a, omega in zip(w, omegas, strict=True):
                    x = admin_block(x, norm, lambda z, a=a: z @ a, omega)
                return x

            values.append(amplification(forward, weights, scale=1 / np.sqrt(d)))
        shares = np.sum(1 / np.arange(2, depth + 2))  # sub-layer l is a share 1/(l + 1) of the sum, from l = 1 on
        close(f"mean square change over the sum of shares, {depth}", np.mean(values) / shares, 1.0, atol=0.15)


@mutant("admin_block")
def plain_post_norm(x, norm, branch, omega):
    """Forgets omega, so that the change grows in proportion to the depth."""
    return norm(x + branch(x))


@mutant("admin_block")
def omega_on_the_branch(x, norm, branch, omega):
    """Weights the branch in place of the skip."""
    return norm(x + omega * branch(x))


@mutant("admin_profile")
def all_ones(x, norm, branches, block):
    """Keeps the weights of the start of profiling."""
    return [1.0] * len(branches)


@mutant("admin_profile")
def branch_counted_twice(x, norm, branches, block):
    """Adds two units of variance a sub-layer."""
    return [np.sqrt(1 + 2 * layer) for layer in range(len(branches))]


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("amplification")
def not_squared(forward, weights, scale, step=1e-4, seed=0):
    """Takes the root mean square."""
    v = scale * np.random.default_rng((7, seed)).normal(size=weights.shape)
    return np.sqrt((((forward(weights + step * v) - forward(weights - step * v)) / (2 * step)) ** 2).mean())
