"""Write a huge number into one feature and follow it through pre-norm and post-norm blocks."""

import numpy as np

from refutable import above, below, close, mutant


def check(post_block, pre_block, layer_norm, stack):
    rng = np.random.default_rng(0)
    d = 64
    x = 3 + 2 * rng.normal(size=(5, d))
    spike = np.zeros(d)
    spike[7] = 1e5
    branches = [
        lambda z: np.broadcast_to(spike, z.shape),
        *(lambda z, a=a: np.tanh(z @ a) for a in rng.normal(size=(4, d, d)) / 8),
    ]
    seen = []

    def norm(z):
        seen.append(np.abs(z).max())
        return layer_norm(z)

    post = stack(x, norm, branches, post_block)
    above("post-norm: largest entry that a norm reads", max(seen), 9e4)
    below("post-norm: largest entry of any later stream", max(np.abs(s).max() for s in post[1:]), np.sqrt(d - 1))
    close("post-norm: the spike behind its norm", post[1][:, 7], np.full(5, np.sqrt(d - 1)), atol=1e-3)
    pre = stack(x, layer_norm, branches, pre_block)
    close("pre-norm: the spike in every later stream", [s[:, 7].mean() / 1e5 for s in pre[1:]], np.ones(5), atol=1e-3)


def observe(a, post_block, layer_norm):
    # the largest entry that the norm of a post-norm block reads, when the branch writes the number a into one feature
    seen = []
    post_block(np.zeros(8), lambda z: seen.append(np.abs(z).max()) or layer_norm(z), lambda z: a * np.eye(8)[0])
    return seen[0]


@mutant("post_block", belief=True)
def cap_on_the_sum(x, norm, branch):
    """Takes the cap on the stream for a cap on the sum that the norm reads."""
    cap = np.sqrt(x.shape[-1] - 1)
    return norm(np.clip(x + branch(x), -cap, cap))


@mutant("post_block")
def norm_on_the_branch(x, norm, branch):
    """Output-norm, whose norm reads the spike alone."""
    return x + norm(branch(x))


@mutant("post_block")
def norm_inside_the_branch(x, norm, branch):
    """Pre-norm."""
    return x + branch(norm(x))


@mutant("post_block")
def branch_normalised_first(x, norm, branch):
    """Normalizes the branch before the sum as well, so that no norm reads a spike in the sum."""
    return norm(x + norm(0.1 * branch(x)) / 10)


@mutant("pre_block")
def norm_on_the_sum(x, norm, branch):
    """Post-norm."""
    return norm(x + branch(x))


@mutant("layer_norm")
def median_scale(x, gain=None, bias=None, eps=1e-5):
    """Divides by a robust scale, which a single spike cannot raise."""
    centred = x - np.median(x, axis=-1, keepdims=True)
    return centred / (np.median(np.abs(centred), axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def mean_absolute_scale(x, gain=None, bias=None, eps=1e-5):
    """Divides by the mean absolute deviation."""
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / (np.abs(centred).mean(axis=-1, keepdims=True) + eps)
