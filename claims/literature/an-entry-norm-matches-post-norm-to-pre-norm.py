"""Count norm calls in three stacks, and compare post-norm behind an entry norm with a normalized-skip stack."""

import numpy as np

from refutable import close, equal, mutant


def check(pre_block, post_block, normalised_skip_block, stack, rms_norm):
    rng = np.random.default_rng(0)
    d, layers = 16, 4
    x = 3 + 2 * rng.normal(size=(5, d))
    branches = [lambda z, a=a: np.tanh(z @ a) for a in rng.normal(size=(2 * layers, d, d)) / 4]
    calls = []

    def norm(z):
        calls.append(1)
        return rms_norm(z)

    def count(run):
        calls.clear()
        run()
        return len(calls)

    equal("norms in post-norm", count(lambda: stack(x, norm, branches, post_block)), 2 * layers)
    equal(
        "norms in pre-norm with a final norm",
        count(lambda: norm(stack(x, norm, branches, pre_block)[-1])),
        2 * layers + 1,
    )
    entered = count(lambda: stack(norm(x), norm, branches, post_block))
    equal("norms in post-norm with an entry norm", entered, 2 * layers + 1)

    post = stack(rms_norm(x), rms_norm, branches, post_block)
    skip = stack(x, rms_norm, branches, normalised_skip_block)
    close(
        "entry norm, then post-norm, against normalized skip, then final norm", post[-1], rms_norm(skip[-1]), atol=1e-12
    )
    close("mean square of the first block's input", np.mean(post[0] ** 2, axis=-1), np.ones(5), atol=1e-4)


@mutant("post_block")
def norm_inside_the_branch(x, norm, branch):
    """Pre-norm."""
    return x + branch(norm(x))


@mutant("post_block")
def norm_before_and_after(x, norm, branch):
    """Normalizes the branch's input as well and needs twice the norms."""
    return norm(x + branch(norm(x)))


@mutant("pre_block")
def output_norm_too(x, norm, branch):
    """Sandwich."""
    return x + norm(branch(norm(x)))


@mutant("normalised_skip_block")
def clean_skip(x, norm, branch, alpha=1.0, beta=1.0):
    """Leaves the skip alone, as pre-norm does."""
    return x + branch(norm(x))


@mutant("normalised_skip_block")
def branch_reads_the_stream(x, norm, branch, alpha=1.0, beta=1.0):
    """Normalizes the skip and gives the branch the raw stream."""
    return norm(x) + branch(x)


@mutant("rms_norm")
def identity(x, gain=None, eps=1e-5):
    """Normalizes nothing."""
    return x


@mutant("stack")
def last_block_missing(x, norm, branches, block):
    """Leaves out the last block."""
    streams = [x]
    for branch in branches[:-1]:
        streams.append(block(streams[-1], norm, branch))
    return streams
