"""Growth factor of a pre-norm stream when the branches' gains are equal and when they grow by 4.5 % a block."""

import numpy as np

from refutable import close, mutant


def check(pre_block, layer_norm, stack):
    d, depth, factor = 64, 40, 1.045
    growth = {"equal": [], "growing": []}
    for seed in range(6):
        rng = np.random.default_rng(seed)
        w, x = rng.normal(size=(depth, d, d)) / np.sqrt(d), rng.normal(size=(8, d))
        steady = np.sqrt(factor**2 - 1)  # the write, as a share of the stream, that makes it 4.5 % longer
        for name, gains in (("equal", np.full(depth, steady)), ("growing", steady * factor ** np.arange(depth))):
            branches = [lambda z, a=a, g=g: g * (z @ a) for a, g in zip(w, gains, strict=True)]
            size = [np.sqrt(np.mean(s**2)) for s in stack(x, layer_norm, branches, pre_block)]
            growth[name].append([size[10] / size[0], size[40] / size[30]])
    early, late = np.mean(growth["growing"], axis=0) ** (1 / 10)
    close("growing branches, factor in blocks 1 to 10", early, factor, atol=0.01)
    close("growing branches, factor in blocks 31 to 40", late, factor, atol=0.01)
    c = steady**2
    late_equal = np.mean(growth["equal"], axis=0)[1] ** (1 / 10)
    close(
        "equal branches, factor in blocks 31 to 40", late_equal, ((1 + 40 * c) / (1 + 30 * c)) ** (1 / 20), atol=0.004
    )


@mutant("pre_block")
def branch_reads_the_stream(x, norm, branch):
    """Forgets the norm: then equal branches suffice for exponential growth."""
    return x + branch(x)


@mutant("pre_block")
def norm_on_the_sum(x, norm, branch):
    """Post-norm, whose stream does not grow."""
    return norm(x + branch(x))


@mutant("pre_block")
def output_norm(x, norm, branch):
    """Normalizes the write, so that the branch's gain is lost."""
    return x + norm(branch(x))


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("layer_norm")
def half_power(x, gain=None, bias=None, eps=1e-5):
    """Divides by the root of the standard deviation, so that the branch still sees some of the size."""
    return (x - x.mean(axis=-1, keepdims=True)) / (x.std(axis=-1, keepdims=True) + eps) ** 0.5


@mutant("stack")
def half_the_blocks(x, norm, branches, block):
    """Repeats every stream, running only every second block."""
    streams = [x]
    for number, branch in enumerate(branches):
        streams.append(block(streams[-1], norm, branch) if number % 2 else streams[-1])
    return streams
