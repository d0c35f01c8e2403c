"""Write down the calls of norm (N) and branches (F) while a stack of six sub-layers runs."""

import numpy as np

from refutable import equal, mutant


def check(stack, pre_block, post_block):
    x = np.random.default_rng(11).normal(3.0, 2.0, size=(2, 8))

    def calls(block):
        log = []

        def norm(z):
            log.append("N")
            return (z - z.mean(axis=-1, keepdims=True)) / z.std(axis=-1, keepdims=True)

        def branch(z):
            log.append("F")
            return np.tanh(z)

        stack(x, norm, 6 * [branch], block)
        return "".join(log)

    equal("calls of a pre-norm stack", calls(pre_block), 6 * "NF")
    equal("calls of a post-norm stack", calls(post_block), 6 * "FN")


@mutant("pre_block")
def norm_on_both_sides(x, norm, branch):
    """Normalizes what the branch writes as well, as a sandwich block does."""
    return x + norm(branch(norm(x)))


@mutant("pre_block")
def post_norm(x, norm, branch):
    """Normalizes the sum."""
    return norm(x + branch(x))


@mutant("post_block")
def norm_left_out(x, norm, branch):
    """Leaves out the norm."""
    return x + branch(x)


@mutant("post_block")
def skip_normalized_apart(x, norm, branch):
    """Normalizes skip and branch separately."""
    return norm(x) + norm(branch(x))


@mutant("stack")
def adds_a_final_norm(x, norm, branches, block):
    """Ends with a norm, which belongs to the model and not to the blocks."""
    streams = [x]
    for branch in branches:
        streams.append(block(streams[-1], norm, branch))
    return [*streams[:-1], norm(streams[-1])]
