"""Compare BERT's layer with two post-norm sub-layers, and feed it a stream and a large multiple of it."""

import numpy as np

from refutable import close, mutant


def check(bert_layer, post_block, layer_norm, feed_forward):
    rng = np.random.default_rng(0)
    d = 16
    w = rng.normal(size=(3, d, d)) / np.sqrt(d)
    x = 3 + 2 * rng.normal(size=(6, d))

    def attend(z):
        return np.tanh(z.mean(axis=0) + z) @ w[0]  # stands for attention: it mixes tokens and is bounded

    def mlp(z):
        return feed_forward(z, w[1], w[2])

    out = bert_layer(x, attend, layer_norm, mlp, layer_norm)
    two = post_block(post_block(x, layer_norm, attend), layer_norm, mlp)
    close("layer against two post-norm sub-layers", out, two, atol=1e-12)
    close("mean square of the output", np.mean(out**2, axis=-1), np.ones(6), atol=1e-4)
    big, bigger = (bert_layer(factor * x, attend, layer_norm, mlp, layer_norm) for factor in (1e5, 1e7))
    close("output for 10^7 x against 10^5 x", bigger, big, atol=1e-3)
    h = x + attend(x)
    h = (h - h.mean(axis=-1, keepdims=True)) / np.sqrt(h.var(axis=-1, keepdims=True) + 1e-5)
    y = h + np.maximum(0, h @ w[1]) @ w[2]
    close(
        "by hand", out, (y - y.mean(axis=-1, keepdims=True)) / np.sqrt(y.var(axis=-1, keepdims=True) + 1e-5), atol=1e-10
    )
    def second(z):
        return layer_norm(z, gain=np.linspace(0.5, 2.0, d))

    h = layer_norm(attend(x) + x)
    close("two norms of different gain", bert_layer(x, attend, layer_norm, mlp, second), second(mlp(h) + h), atol=1e-12)


def observe(x, bert_layer, layer_norm):
    return bert_layer(x, np.tanh, layer_norm, lambda z: 2 * z, layer_norm)


@mutant("bert_layer", belief=True)
def pre_norm(x, attention, attention_norm, feed_forward, output_norm):
    """Believes that BERT normalizes what the branches read."""
    h = x + attention(attention_norm(x))
    return h + feed_forward(output_norm(h))


@mutant("bert_layer")
def one_norm_at_the_end(x, attention, attention_norm, feed_forward, output_norm):
    """Forgets the norm after attention."""
    h = attention(x) + x
    return output_norm(feed_forward(h) + h)


@mutant("bert_layer")
def skip_from_the_input(x, attention, attention_norm, feed_forward, output_norm):
    """Adds the layer's input to the feed-forward in place of the attention output."""
    h = attention_norm(attention(x) + x)
    return output_norm(feed_forward(h) + x)


@mutant("bert_layer")
def output_norm_placement(x, attention, attention_norm, feed_forward, output_norm):
    """Normalizes the branches' outputs before the additions."""
    h = x + attention_norm(attention(x))
    return h + output_norm(feed_forward(h))


@mutant("post_block")
def norm_inside_the_branch(x, norm, branch):
    """Pre-norm."""
    return x + branch(norm(x))


@mutant("layer_norm")
def root_mean_square(x, gain=None, bias=None, eps=1e-5):
    """Forgets to subtract the mean."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("feed_forward")
def no_relu(x, w_in, w_out, b_in=0.0, b_out=0.0):
    """Forgets the ReLU."""
    return (x @ w_in + b_in) @ w_out + b_out
