"""HybridNorm's layer against its two halves, and the size of what leaves it."""

import numpy as np

from refutable import above, close, mutant


def check(hybrid_norm_layer, post_block, normalised_skip_block, layer_norm, feed_forward):
    rng = np.random.default_rng(0)
    d = 16
    w = rng.normal(size=(3, d, d)) / np.sqrt(d)
    x = 3 + 2 * rng.normal(size=(6, d))

    def attend(z):
        return np.tanh(z.mean(axis=0) + z) @ w[0]  # any function that mixes tokens and keeps the shape

    def mlp(z):
        return 2 * feed_forward(z, w[1], w[2])

    layer = hybrid_norm_layer(x, attend, mlp, layer_norm)
    u = post_block(x, layer_norm, attend)
    close("layer against post-norm attention, then u + M(u)", layer, u + mlp(u), atol=1e-12)
    other = normalised_skip_block(x + attend(x), layer_norm, mlp)
    close("layer against attention, then a normalized skip", layer, other, atol=1e-12)
    close("mean square of u", np.mean(u**2, axis=-1), np.ones(6), atol=1e-4)
    above("mean square of what leaves the layer", np.mean(layer**2), 1.5)
    total = x + attend(x)
    row = (total[0] - total[0].mean()) / np.sqrt(total[0].var() + 1e-5)
    close("first row by hand", layer[0], row + 2 * np.maximum(0, row @ w[1]) @ w[2], atol=1e-12)


@mutant("hybrid_norm_layer")
def post_norm_feed_forward(x, attention, feed_forward, norm):
    """Takes the name at its word: normalizes the sum with the feed-forward."""
    h = x + attention(x)
    return norm(h + feed_forward(h))


@mutant("hybrid_norm_layer")
def pre_norm_feed_forward(x, attention, feed_forward, norm):
    """Leaves the skip of the feed-forward unnormalized."""
    h = x + attention(x)
    return h + feed_forward(norm(h))


@mutant("hybrid_norm_layer")
def input_normalised(x, attention, feed_forward, norm):
    """Normalizes the input of attention, as pre-norm does."""
    u = norm(x + attention(norm(x)))
    return u + feed_forward(u)


@mutant("hybrid_norm_layer")
def norm_at_the_end_as_well(x, attention, feed_forward, norm):
    """Normalizes what leaves the layer, too."""
    u = norm(x + attention(x))
    return norm(u + feed_forward(u))


@mutant("normalised_skip_block")
def clean_skip(x, norm, branch, alpha=1.0, beta=1.0):
    """Pre-norm."""
    return alpha * x + beta * branch(norm(x))


@mutant("post_block")
def norm_on_the_branch(x, norm, branch):
    """Output-norm."""
    return x + norm(branch(x))


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("feed_forward")
def no_relu(x, w_in, w_out, b_in=0.0, b_out=0.0):
    """Forgets the ReLU."""
    return (x @ w_in + b_in) @ w_out + b_out
