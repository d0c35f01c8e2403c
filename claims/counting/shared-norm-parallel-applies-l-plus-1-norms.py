"""Build parallel stacks with one and with two norms per block and count the calls of the norm."""

import numpy as np

from refutable import close, equal, mutant


def check(count_norms, layer_norm, pre_block, parallel_block):
    x = np.random.default_rng(6).normal(3, 2, size=(5, 16))

    def attention(z):
        return z.mean(axis=0) + np.sin(z)

    def shared(x, norm):
        return pre_block(x, norm, lambda u: attention(u) + np.tanh(u))

    def separate(x, norm):
        return parallel_block(x, norm, attention, np.tanh, second_norm=norm)

    for block, counts in ((shared, {1: 2, 3: 4, 28: 29}), (separate, {1: 3, 3: 7, 28: 57})):

        def model(x, norm, layers, block=block):
            for _ in range(layers):
                x = block(x, norm)
            return norm(x)

        for layers, want in counts.items():
            got = count_norms(lambda x, norm, n=layers: model(x, norm, n), x, layer_norm)
            equal(f"norms in {layers} layers, {block.__name__}", got, want)
    u = (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5)
    close("one shared norm", shared(x, layer_norm), x + attention(u) + np.tanh(u))
    close("parallel block with one norm", parallel_block(x, layer_norm, attention, np.tanh), shared(x, layer_norm))
    doubled = parallel_block(x, layer_norm, attention, np.tanh, second_norm=lambda z: 2 * layer_norm(z))
    close("the second norm serves the feed-forward branch", doubled, x + attention(u) + np.tanh(2 * u))


@mutant("parallel_block")
def sequential(x, norm, attention, feed_forward, second_norm=None):
    """Runs the feed-forward branch after attention, with a norm of its own."""
    x = x + attention(norm(x))
    return x + feed_forward((second_norm or norm)(x))


@mutant("parallel_block")
def ignores_second_norm(x, norm, attention, feed_forward, second_norm=None):
    """Shares the first norm even when there is a second one."""
    u = norm(x)
    return x + attention(u) + feed_forward(u)


@mutant("parallel_block")
def norm_of_the_sum(x, norm, attention, feed_forward, second_norm=None):
    """Parallel post-norm: normalizes the sum instead of the input."""
    y = x + attention(x) + feed_forward(x if second_norm is None else second_norm(x))
    return norm(y)


@mutant("parallel_block")
def raw_feed_forward(x, norm, attention, feed_forward, second_norm=None):
    """Hands the raw stream to the feed-forward branch if there is no second norm."""
    return x + attention(norm(x)) + feed_forward(second_norm(x) if second_norm else x)


@mutant("pre_block")
def norm_on_the_sum(x, norm, branch):
    """Post-norm around the joint branch: as many norms, another function."""
    return norm(x + branch(x))
