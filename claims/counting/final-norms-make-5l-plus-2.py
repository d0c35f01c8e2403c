"""Count the norms of encoder-decoders that end both stacks with a norm, in both placements."""

import numpy as np

from refutable import above, close, equal, mutant


def check(count_norms, layer_norm, pre_block, post_block, stack):
    rng = np.random.default_rng(3)
    source, target = rng.normal(3, 2, size=(2, 5, 16))

    def transformer(x, norm, layers, block):
        def mix(z):
            return z.mean(axis=0) + np.sin(z)

        memory = norm(stack(x, norm, [mix, np.tanh] * layers, block)[-1])
        return norm(stack(target, norm, [mix, lambda z: z + mix(memory), np.tanh] * layers, block)[-1])

    for name, block in (("nn.Transformer (post-norm)", post_block), ("T5 (pre-norm)", pre_block)):
        for layers in (1, 2, 6):
            count = count_norms(lambda x, norm, n=layers, b=block: transformer(x, norm, n, b), source, layer_norm)
            equal(f"norms of {name}, {layers} + {layers} layers", count, {1: 7, 2: 12, 6: 32}[layers])
    pre, post = (stack(source, lambda z: layer_norm(z, eps=0.0), [np.tanh] * 4, b)[-1] for b in (pre_block, post_block))
    close("post-norm: variance before the final norm", post.var(axis=-1), 1.0)
    above("pre-norm: variance before the final norm", pre.var(axis=-1), 1.5)


def observe(n, count_norms, layer_norm, post_block, stack):
    # the norms of a post-norm encoder-decoder of n + n layers whose stacks each end with one more norm, as in PyTorch
    def transformer(x, norm):
        memory = norm(stack(x, norm, [np.sin, np.tanh] * n, post_block)[-1])
        return norm(stack(x, norm, [np.sin, lambda z: z + memory, np.tanh] * n, post_block)[-1])

    return count_norms(transformer, np.arange(8.0), layer_norm)


@mutant("post_block")
def norm_on_the_branch(x, norm, branch):
    """Puts the norm on the branch, so that the final norm is the only one on the stream."""
    return x + branch(norm(x))


@mutant("pre_block")
def norm_both_sides(x, norm, branch):
    """Normalizes input and output of the branch."""
    return x + norm(branch(norm(x)))


@mutant("pre_block")
def norm_on_the_sum(x, norm, branch):
    """Puts the norm on the sum, as in post-norm."""
    return norm(x + branch(x))


@mutant("stack")
def norm_already_inside(x, norm, branches, block):
    """Appends a final norm of its own, so that each stack ends with two."""
    streams = [x]
    for branch in branches:
        streams.append(block(streams[-1], norm, branch))
    return [*streams, norm(streams[-1])]


@mutant("count_norms", belief=True)
def skip_final_norms(model, x, norm):
    """Believes that the two final norms are not there."""
    calls = []
    model(x, lambda z: calls.append(1) or norm(z))
    return len(calls) - 2
