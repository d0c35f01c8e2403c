"""Build a post-norm encoder-decoder with cross-attention and count the norms of its two halves."""

import numpy as np

from refutable import close, equal, mutant


def check(count_norms, layer_norm, post_block, stack):
    rng = np.random.default_rng(2)
    source, target = rng.normal(3, 2, size=(2, 5, 16))

    def transformer(x, norm, layers):
        def mix(z):
            return z.mean(axis=0) + np.sin(z)

        memory = stack(x, norm, [mix, np.tanh] * layers, post_block)[-1]
        cross = lambda z: z + mix(memory)  # noqa: E731
        return stack(target, norm, [mix, cross, np.tanh] * layers, post_block)[-1]

    for layers in (1, 2, 6):
        count = count_norms(lambda x, norm, n=layers: transformer(x, norm, n), source, layer_norm)
        equal(f"norms in {layers} + {layers} layers", count, {1: 5, 2: 10, 6: 30}[layers])
    output = transformer(source, lambda z: layer_norm(z, eps=0.0), 2)
    close("mean of the decoder's output", output.mean(axis=-1), 0.0)
    close("variance of the decoder's output", output.var(axis=-1), 1.0)


@mutant("post_block")
def norm_the_branch_too(x, norm, branch):
    """Puts a second norm on the output of the branch."""
    return norm(x + norm(branch(x)))


@mutant("post_block")
def norm_inside(x, norm, branch):
    """Pre-norm: as many norms, but the decoder's output is not normalized."""
    return x + branch(norm(x))


@mutant("stack")
def no_last_feed_forward(x, norm, branches, block):
    """Forgets the last sub-layer of each stack."""
    streams = [x]
    for branch in branches[:-1]:
        streams.append(block(streams[-1], norm, branch))
    return streams


@mutant("count_norms")
def count_two_per_layer(model, x, norm):
    """Counts an encoder-decoder as if it had two norms in each of its 2L layers."""
    calls = []
    model(x, lambda z: calls.append(1) or norm(z))
    return len(calls) * 4 // 5
