"""An Admin stack against the normalized pre-norm stack, with the tokens' own deviations and with profiled weights."""

import numpy as np

from refutable import below, close, mutant


def check(admin_block, admin_profile, pre_block, layer_norm, stack):
    d, depth = 64, 24

    def norm(z):
        return layer_norm(z, eps=0.0)

    def run(x, branches, omegas):
        for branch, omega in zip(branches, omegas, strict=True):
            x = admin_block(x, norm, branch, omega)
        return x

    for seed in range(3):
        rng = np.random.default_rng(seed)
        branches = [lambda z, w=w: np.tanh(z) @ w for w in 1.6 * rng.normal(size=(depth, d, d)) / np.sqrt(d)]
        x = norm(5 + 2 * rng.normal(size=(16, d)))
        streams = stack(x, norm, branches, pre_block)
        by_token = [s.std(axis=-1, keepdims=True) for s in streams[:-1]]
        close("tokens' own deviations", run(x, branches, by_token), norm(streams[-1]), atol=1e-12)
        omegas = admin_profile(x, norm, branches, admin_block)
        c = np.mean([branch(norm(s)).var() for branch, s in zip(branches, streams, strict=False)])
        close(
            "profiled weights over the law",
            np.array(omegas) / np.sqrt(1 + c * np.arange(depth)),
            np.ones(depth),
            atol=0.05,
        )
        apart = np.linalg.norm(run(x, branches, omegas) - norm(streams[-1])) / np.sqrt(16 * d)
        below("profiled weights, relative difference", apart, 0.2)
    branches = [lambda z, a=a: a * np.tanh(z) for a in (0.5, 3.0, 1.5)]
    z, want = x, [1.0]
    for branch in branches[:-1]:
        want.append(np.sqrt((want[-1] * z).var() + branch(z).var()))
        z = norm(want[-2] * z + branch(z))
    close("profiled weights of uneven branches", admin_profile(x, norm, branches, admin_block), want, atol=1e-12)


@mutant("admin_block")
def omega_on_the_branch(x, norm, branch, omega):
    """Weights the branch in place of the skip."""
    return norm(x + omega * branch(x))


@mutant("admin_block")
def omega_inside_the_branch(x, norm, branch, omega):
    """Gives the branch the weighted stream as well."""
    return norm(omega * x + branch(omega * x))


@mutant("admin_block")
def plain_post_norm(x, norm, branch, omega):
    """Forgets omega."""
    return norm(x + branch(x))


@mutant("admin_profile")
def variance_for_deviation(x, norm, branches, block):
    """Forgets the root."""
    return [1.0 + layer for layer in range(len(branches))]


@mutant("admin_profile")
def branch_alone(x, norm, branches, block):
    """Balances each skip with its own branch and forgets those below."""
    omegas = []
    for branch in branches:
        omegas.append(branch(x).std())
        x = block(x, norm, branch, omegas[-1])
    return omegas


@mutant("pre_block")
def post_norm(x, norm, branch):
    """Normalizes the sum."""
    return norm(x + branch(x))


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("stack")
def last_branch_only(x, norm, branches, block):
    """Runs the last branch in every place."""
    streams = [x]
    for _ in branches:
        streams.append(block(streams[-1], norm, branches[-1]))
    return streams
