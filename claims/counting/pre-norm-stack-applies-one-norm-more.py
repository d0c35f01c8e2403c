"""Count the norms of both placements at several depths, block by block and with the final norm."""

import numpy as np

from refutable import close, equal, mutant


def check(count_norms, layer_norm, pre_block, post_block, stack):
    x = np.random.default_rng(1).normal(3, 2, size=(5, 16))
    layer = [lambda z: z.mean(axis=0) + np.sin(z), np.tanh]
    for layers in (1, 4, 12):
        pre = count_norms(lambda x, norm, n=layers: norm(stack(x, norm, layer * n, pre_block)[-1]), x, layer_norm)
        post = count_norms(lambda x, norm, n=layers: stack(x, norm, layer * n, post_block), x, layer_norm)
        equal(f"norms of pre-norm, {layers} layers", pre, {1: 3, 4: 9, 12: 25}[layers])
        equal(f"pre-norm minus post-norm, {layers} layers", pre - post, 1)
    close("without a branch the skip is untouched", pre_block(x, layer_norm, lambda z: 0 * z), x, atol=1e-12)
    close("pre-norm: the norm is on the branch input", pre_block(x, layer_norm, np.tanh), x + np.tanh(layer_norm(x)))
    close("post-norm: the norm is on the sum", post_block(x, layer_norm, np.tanh), layer_norm(x + np.tanh(x)))


@mutant("pre_block")
def sandwich(x, norm, branch):
    """Normalizes what the branch writes as well."""
    return x + norm(branch(norm(x)))


@mutant("pre_block")
def no_norm(x, norm, branch):
    """Forgets the norm."""
    return x + branch(x)


@mutant("pre_block")
def norm_on_the_skip(x, norm, branch):
    """Starts the skip after the norm: as many norms, but the skip is no longer clean."""
    u = norm(x)
    return u + branch(u)


@mutant("stack")
def double_first_block(x, norm, branches, block):
    """Runs the first block twice."""
    streams = [x, block(x, norm, branches[0])]
    for branch in branches:
        streams.append(block(streams[-1], norm, branch))
    return streams


@mutant("post_block")
def embedding_norm(x, norm, branch):
    """Normalizes the input as well as the sum."""
    return norm(norm(x) + branch(x))


@mutant("count_norms")
def miss_the_last(model, x, norm):
    """Does not count the norm after the last block."""
    calls = []
    model(x, lambda z: calls.append(1) or norm(z))
    return len(calls) - 1


@mutant("post_block")
def output_norm(x, norm, branch):
    """Normalizes what the branch writes: as many norms, in another place."""
    return x + norm(branch(x))
