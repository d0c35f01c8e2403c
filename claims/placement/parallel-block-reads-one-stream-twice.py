"""Compare parallel blocks with one norm and with two against the sum written out."""

import numpy as np

from refutable import above, close, mutant


def check(parallel_block, attention, feed_forward, layer_norm):
    rng = np.random.default_rng(6)
    x = rng.normal(3.0, 2.0, size=(5, 8))
    maps, w_in, w_out = rng.normal(size=(4, 8, 8)) / 2, rng.normal(size=(8, 16)) / 2, rng.normal(size=(16, 8)) / 4
    g, h = rng.normal(1.0, 0.3, size=(2, 8))

    def mix(z):
        return attention(z, *maps, heads=2, causal=True)

    def feed(z):
        return feed_forward(z, w_in, w_out)

    def normed(gain):
        return lambda z: layer_norm(z, gain=gain, eps=1e-5)

    u = (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5)
    shared = parallel_block(x, normed(g), mix, feed)
    close("one norm", shared, x + mix(u * g) + feed(u * g), atol=1e-12)
    two = parallel_block(x, normed(g), mix, feed, second_norm=normed(h))
    close("two norms", two, x + mix(u * g) + feed(u * h), atol=1e-12)
    above("one norm against two, each token", np.abs(two - shared).max(axis=-1), 0.01)
    equal_gains = parallel_block(x, normed(g), mix, feed, second_norm=normed(g))
    close("two norms with equal gains", equal_gains, shared, atol=1e-12)


@mutant("parallel_block")
def one_after_the_other(x, norm, attention, feed_forward, second_norm=None):
    """Lets the feed-forward read the stream after attention has written to it."""
    y = x + attention(norm(x))
    return y + feed_forward((second_norm or norm)(y))


@mutant("parallel_block")
def second_norm_ignored(x, norm, attention, feed_forward, second_norm=None):
    """Uses the first norm for both."""
    u = norm(x)
    return x + attention(u) + feed_forward(u)


@mutant("parallel_block")
def norms_in_a_row(x, norm, attention, feed_forward, second_norm=None):
    """Applies the second norm to the output of the first."""
    u = norm(x)
    return x + attention(u) + feed_forward(second_norm(u) if second_norm else u)


@mutant("parallel_block")
def skip_twice(x, norm, attention, feed_forward, second_norm=None):
    """Gives each branch a skip of its own."""
    return 2 * x + attention(norm(x)) + feed_forward((second_norm or norm)(x))


@mutant("parallel_block")
def feed_forward_reads_raw(x, norm, attention, feed_forward, second_norm=None):
    """Leaves the norm off the feed-forward when there is no second one."""
    return x + attention(norm(x)) + feed_forward(second_norm(x) if second_norm else x)


@mutant("layer_norm")
def gain_ignored(x, gain=None, bias=None, eps=1e-5):
    """Forgets the gain."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
