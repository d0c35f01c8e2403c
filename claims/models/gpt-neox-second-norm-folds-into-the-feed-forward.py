"""A parallel block with two norms against one with a single norm and folded feed-forward parameters."""

import numpy as np

from refutable import above, close, mutant


def check(parallel_block, layer_norm, feed_forward):
    rng = np.random.default_rng(0)
    d, hidden = 16, 32
    w_in, w_out, b_in = rng.normal(size=(d, hidden)) / 4, rng.normal(size=(hidden, d)) / 6, rng.normal(size=hidden)
    (g1, g2), (b1, b2) = 1 + rng.uniform(size=(2, d)), rng.normal(size=(2, d))
    x = 3 + 2 * rng.normal(size=(6, d))

    def attend(z):
        return np.broadcast_to(np.tanh(z).mean(axis=0), z.shape)

    def first(z):
        return layer_norm(z, g1, b1)

    def second(z):
        return layer_norm(z, g2, b2)

    two = parallel_block(x, first, attend, lambda z: feed_forward(z, w_in, w_out, b_in), second)
    # g2 u + b2 = (g1 u + b1) r + (b2 - b1 r), r = g2 / g1
    r = g2 / g1
    folded_w, folded_b = r[:, None] * w_in, b_in + (b2 - b1 * r) @ w_in
    one = parallel_block(x, first, attend, lambda z: feed_forward(z, folded_w, w_out, folded_b))
    close("one norm and folded feed-forward against two norms", one, two, atol=1e-11)
    unfolded = parallel_block(x, first, attend, lambda z: feed_forward(z, w_in, w_out, b_in))
    above("one norm without folding, relative difference", np.linalg.norm(unfolded - two) / np.linalg.norm(two), 0.02)
    u = (x[0] - x[0].mean()) / np.sqrt(x[0].var() + 1e-5)
    hand = x[0] + attend(first(x))[0] + np.maximum(0, (g2 * u + b2) @ w_in + b_in) @ w_out
    close("first row by hand", two[0], hand, atol=1e-11)


@mutant("parallel_block")
def serial(x, norm, attention, feed_forward, second_norm=None):
    """Gives the second norm the stream after attention."""
    h = x + attention(norm(x))
    return h + feed_forward((second_norm or norm)(h))


@mutant("parallel_block")
def second_norm_ignored(x, norm, attention, feed_forward, second_norm=None):
    """Uses the first norm for both branches."""
    return x + attention(norm(x)) + feed_forward(norm(x))


@mutant("parallel_block")
def second_on_top_of_first(x, norm, attention, feed_forward, second_norm=None):
    """Applies the second norm to what the first returns."""
    u = norm(x)
    return x + attention(u) + feed_forward(second_norm(u) if second_norm else u)


@mutant("layer_norm")
def gain_before_the_division(x, gain=None, bias=None, eps=1e-5):
    """Applies the gain to the input, so that it enters the statistics."""
    x = x if gain is None else gain * x
    y = (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    return y if bias is None else y + bias


@mutant("layer_norm")
def bias_forgotten(x, gain=None, bias=None, eps=1e-5):
    """Leaves the bias out."""
    y = (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    return y if gain is None else gain * y


@mutant("feed_forward")
def hidden_bias_forgotten(x, w_in, w_out, b_in=0.0, b_out=0.0):
    """Leaves the hidden bias out."""
    return np.maximum(0.0, x @ w_in) @ w_out + b_out
