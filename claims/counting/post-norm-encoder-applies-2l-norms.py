"""Build post-norm encoders of several depths and count the calls of the norm."""

import numpy as np

from refutable import close, equal, mutant


def check(count_norms, layer_norm, post_block, stack):
    x = np.random.default_rng(0).normal(3, 2, size=(5, 16))
    layer = [lambda z: z.mean(axis=0) + np.sin(z), np.tanh]  # attention mixes tokens, feed-forward does not
    for layers in (1, 3, 6):
        count = count_norms(lambda x, norm, n=layers: stack(x, norm, layer * n, post_block), x, layer_norm)
        equal(f"norms in {layers} layers", count, {1: 2, 3: 6, 6: 12}[layers])
    last = stack(x, lambda z: layer_norm(z, eps=0.0), layer * 3, post_block)[-1]
    close("variance of the output, which no further norm has touched", last.var(axis=-1), 1.0)
    by_keyword = count_norms(lambda x, norm: norm(x, axis=-1), x, lambda z, *, axis: z - z.mean(axis, keepdims=True))
    equal("a norm that is called with a keyword", by_keyword, 1)


@mutant("post_block")
def norm_on_the_branch_as_well(x, norm, branch):
    """Normalizes what the branch reads, and the sum once more."""
    return norm(x + branch(norm(x)))


@mutant("post_block")
def norm_inside(x, norm, branch):
    """Pre-norm: as many norms, but the output is not normalized."""
    return x + branch(norm(x))


@mutant("stack")
def no_feed_forward(x, norm, branches, block):
    """Builds layers of attention only."""
    streams = [x]
    for branch in branches[::2]:
        streams.append(block(streams[-1], norm, branch))
    return streams


@mutant("stack")
def final_norm(x, norm, branches, block):
    """Adds a final norm, as pre-norm stacks do."""
    streams = [x]
    for branch in branches:
        streams.append(block(streams[-1], norm, branch))
    return [*streams, norm(streams[-1])]


@mutant("count_norms")
def count_distinct(model, x, norm):
    """Counts the norm functions of the model and not how often they are applied."""
    used = set()
    model(x, lambda z: used.add(norm) or norm(z))
    return len(used)
