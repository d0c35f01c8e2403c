"""Hand a zero branch to eight placements and compare the output with the stream and with its normalization."""

import numpy as np

from refutable import close, equal, mutant


def check(
    pre_block, output_norm_block, sandwich_block, parallel_block, no_norm_block,
    post_block, deep_norm_block, normalised_skip_block, layer_norm,
):  # fmt: skip
    rng = np.random.default_rng(0)
    x, gain = 5 + 3 * rng.normal(size=(4, 16)), 1 + rng.uniform(size=16)

    def norm(z):
        return layer_norm(z, gain, eps=1e-6)

    def zero(z):
        return 0.0 * z

    clean = {
        "pre-norm": pre_block(x, norm, zero),
        "output-norm": output_norm_block(x, norm, zero),
        "sandwich": sandwich_block(x, norm, norm, zero),
        "parallel": parallel_block(x, norm, zero, zero),
        "no norm": no_norm_block(x, zero, 0.7),
    }
    for name, output in clean.items():
        equal(f"{name} returns the stream", bool(np.array_equal(output, x)), True)
    normalized = gain * (x - x.mean(axis=-1, keepdims=True)) / x.std(axis=-1, keepdims=True)
    for name, output in {
        "post-norm": post_block(x, norm, zero),
        "DeepNorm": deep_norm_block(x, norm, zero, 3.0),
        "normalized skip": normalised_skip_block(x, norm, zero),
    }.items():
        close(f"{name} returns the normalized stream", output, normalized, atol=1e-5)


@mutant("pre_block")
def skip_after_the_norm(x, norm, branch):
    """Takes the skip from the normalized copy, as the first norm_first patch did."""
    return norm(x) + branch(norm(x))


@mutant("sandwich_block")
def second_norm_on_the_stream(x, norm_in, norm_out, branch):
    """Puts the outer norm on the sum."""
    return norm_out(x + branch(norm_in(x)))


@mutant("output_norm_block")
def norm_on_the_sum(x, norm, branch):
    """Post-norm under the name of output-norm."""
    return norm(x + branch(x))


@mutant("parallel_block")
def skip_from_the_shared_norm(x, norm, attention, feed_forward, second_norm=None):
    """Adds both branches to the normalized copy that they read."""
    return norm(x) + attention(norm(x)) + feed_forward(norm(x))


@mutant("post_block")
def norm_on_the_branch(x, norm, branch):
    """Output-norm under the name of post-norm."""
    return x + norm(branch(x))


@mutant("deep_norm_block")
def alpha_outside(x, norm, branch, alpha):
    """Multiplies the normalized sum by alpha."""
    return alpha * norm(x + branch(x))


@mutant("normalised_skip_block")
def clean_skip(x, norm, branch, alpha=1.0, beta=1.0):
    """Takes the skip from the stream, which makes it pre-norm."""
    return alpha * x + beta * branch(norm(x))


@mutant("no_norm_block")
def alpha_on_the_skip(x, branch, alpha):
    """Scales the skip as well."""
    return alpha * (x + branch(x))


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return gain * (x - x.mean(axis=-1, keepdims=True))
