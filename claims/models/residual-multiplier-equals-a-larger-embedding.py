"""A pre-norm stack with a residual multiplier against one without it, its input divided by the multiplier."""

import numpy as np

from refutable import above, close, mutant


def check(granite_block, pre_block, rms_norm, stack):
    rng = np.random.default_rng(0)
    d, depth = 16, 6
    w = rng.normal(size=(depth, d, d)) / 4
    x = 3 + 2 * rng.normal(size=(6, d))
    branches = [lambda z, a=a: np.tanh(z @ a) for a in w]

    def exact(z):
        return rms_norm(z, eps=0.0)

    for m in (0.22, 3.0):

        def with_multiplier(z, norm, branch, m=m):
            return granite_block(z, norm, branch, m)

        multiplied = stack(x, exact, branches, with_multiplier)[-1]
        plain = stack(x / m, exact, branches, pre_block)[-1]
        close(f"streams, m = {m}", multiplied, m * plain, atol=1e-11)
        close(f"after the final norm, m = {m}", exact(multiplied), exact(plain), atol=1e-11)
        other = exact(stack(x, exact, branches, pre_block)[-1])
        above(
            f"against no multiplier and the same input, m = {m}",
            np.linalg.norm(exact(multiplied) - other) / np.linalg.norm(other),
            0.02,
        )
    u = x[0] / np.sqrt(np.mean(x[0] ** 2))
    close(
        "one block by hand", granite_block(x, exact, branches[0], 0.22)[0], x[0] + 0.22 * np.tanh(u @ w[0]), atol=1e-12
    )


@mutant("granite_block")
def multiplier_on_the_skip(x, norm, branch, multiplier):
    """Multiplies the skip in place of the branch."""
    return multiplier * x + branch(norm(x))


@mutant("granite_block")
def multiplier_inside(x, norm, branch, multiplier):
    """Multiplies what the branch reads."""
    return x + branch(multiplier * norm(x))


@mutant("granite_block")
def multiplier_before_the_norm(x, norm, branch, multiplier):
    """Multiplies the input of the norm, which removes it again."""
    return x + branch(norm(multiplier * x))


@mutant("granite_block")
def multiplier_on_the_sum(x, norm, branch, multiplier):
    """Multiplies the whole sum."""
    return multiplier * (x + branch(norm(x)))


@mutant("pre_block")
def branch_reads_the_stream(x, norm, branch):
    """Forgets the norm, so that the branch sees the smaller embedding."""
    return x + branch(x)


@mutant("pre_block")
def norm_on_the_sum(x, norm, branch):
    """Post-norm."""
    return norm(x + branch(x))


@mutant("rms_norm")
def half_power(x, gain=None, eps=1e-5):
    """Divides by the square root of the root mean square, so that size still matters."""
    return x / ((x**2).mean(axis=-1, keepdims=True) + eps) ** 0.25
