"""ResiDual's output by its parts, and the gradient that its second stream saves."""

import numpy as np

from refutable import below, close, mutant


def check(residual_stack, post_block, stack, layer_norm, feed_forward, gradient_gain):
    rng = np.random.default_rng(0)
    w = rng.normal(size=(3, 2, 16, 16)) / 4
    branches = [lambda z, a=a: feed_forward(z, a[0], a[1]) for a in w]
    x = 3 + 2 * rng.normal(size=(5, 16))
    post = stack(x, layer_norm, branches, post_block)
    total = x + sum(np.maximum(0, p @ a[0]) @ a[1] for p, a in zip(post, w, strict=False))
    want = post[-1] + layer_norm(total)
    close("output against its two parts", residual_stack(x, layer_norm, branches, layer_norm), want, atol=1e-12)

    def last(z):
        return layer_norm(z, gain=np.linspace(0.5, 2.0, 16))

    got = residual_stack(x, layer_norm, branches, last)
    close("a final norm of its own", got, post[-1] + last(total), atol=1e-12)

    d, depth = 128, 24
    writes = rng.normal(size=(depth, 16, d))
    constant = [lambda z, m=m: m for m in writes]
    x = rng.normal(size=(16, d))
    gain = gradient_gain(lambda z: residual_stack(z, layer_norm, constant, layer_norm), x)
    close("gradient of ResiDual times sqrt(1 + 24)", gain * np.sqrt(1 + depth), 1.0, atol=0.05)
    alone = gradient_gain(lambda z: stack(z, layer_norm, constant, post_block)[-1], x)
    below("log2 of the gradient of post-norm alone", np.log2(alone), -11)


@mutant("residual_stack")
def sum_of_the_streams(x, norm, branches, final_norm):
    """Sums the normalized streams in place of the writes."""
    post = total = x
    for branch in branches:
        post = norm(post + branch(post))
        total = total + post
    return post + final_norm(total)


@mutant("residual_stack")
def post_stream_only(x, norm, branches, final_norm):
    """Forgets the second stream."""
    for branch in branches:
        x = norm(x + branch(x))
    return x


@mutant("residual_stack")
def branches_read_the_sum(x, norm, branches, final_norm):
    """Feeds the branches from the sum, as pre-norm does."""
    post = total = x
    for branch in branches:
        write = branch(norm(total))
        total = total + write
        post = norm(post + write)
    return post + final_norm(total)


@mutant("residual_stack")
def input_left_out_of_the_sum(x, norm, branches, final_norm):
    """Starts the sum at zero."""
    post, total = x, 0 * x
    for branch in branches:
        write = branch(post)
        total = total + write
        post = norm(post + write)
    return post + final_norm(total)


@mutant("residual_stack")
def sum_not_normalised(x, norm, branches, final_norm):
    """Adds the sum as it is."""
    post = total = x
    for branch in branches:
        write = branch(post)
        total = total + write
        post = norm(post + write)
    return post + total


@mutant("post_block")
def norm_inside_the_branch(x, norm, branch):
    """Pre-norm."""
    return x + branch(norm(x))
