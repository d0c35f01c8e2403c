"""Gradient factor of one layer of two sub-layers with and without the bottom-to-top skip, branches constant."""

import numpy as np

from refutable import close, mutant


def check(b2t_layer, post_block, layer_norm, gradient_gain):
    d, layers = 96, 6
    rng = np.random.default_rng(0)
    writes = rng.normal(size=(layers, 2, 16, d))
    x = layer_norm(3 + 2 * rng.normal(size=(16, d)))

    def with_skip(z):
        for a, m in writes:
            z = b2t_layer(z, lambda u, a=a: a, lambda u, m=m: m, layer_norm, layer_norm)
        return z

    def without(z):
        for a, m in writes:
            z = post_block(post_block(z, layer_norm, lambda u, a=a: a), layer_norm, lambda u, m=m: m)
        return z

    # x' = N(x + h + m), h = (x + a)/sqrt(2): x has weight 1.707, the sum's variance is 1.707^2 + 1/2 + 1
    want = (1 + np.sqrt(0.5)) / np.sqrt((1 + np.sqrt(0.5)) ** 2 + 1.5)
    close("factor of a layer with B2T", gradient_gain(with_skip, x) ** (1 / layers), want, atol=0.02)
    close("factor of a layer of plain post-norm", gradient_gain(without, x) ** (1 / layers), 0.5, atol=0.02)
    # nothing written: both norms see multiples of x, and the output is x normalized
    close("zero branches", b2t_layer(x, np.zeros_like, np.zeros_like, layer_norm, layer_norm), layer_norm(x), atol=1e-4)
    def second(z):
        return layer_norm(z, gain=np.linspace(0.5, 2.0, d))

    h = layer_norm(x + np.tanh(x))
    want = second(x + h + np.sin(h))
    close("one layer, step by step", b2t_layer(x, np.tanh, np.sin, layer_norm, second), want, atol=1e-12)


@mutant("b2t_layer")
def skip_after_the_last_norm(x, attention, feed_forward, attention_norm, final_norm):
    """Adds the input after the last norm."""
    h = attention_norm(x + attention(x))
    return x + final_norm(h + feed_forward(h))


@mutant("b2t_layer")
def no_second_skip(x, attention, feed_forward, attention_norm, final_norm):
    """Plain post-norm."""
    h = attention_norm(x + attention(x))
    return final_norm(h + feed_forward(h))


@mutant("b2t_layer")
def skip_in_place_of_h(x, attention, feed_forward, attention_norm, final_norm):
    """Replaces the inner skip in place of adding another."""
    h = attention_norm(x + attention(x))
    return final_norm(x + feed_forward(h))


@mutant("b2t_layer")
def skip_before_attention_norm(x, attention, feed_forward, attention_norm, final_norm):
    """Adds the second skip inside the first norm."""
    h = attention_norm(x + x + attention(x))
    return final_norm(h + feed_forward(h))


@mutant("post_block")
def norm_on_the_branch(x, norm, branch):
    """Output-norm."""
    return x + norm(branch(x))


@mutant("layer_norm")
def divide_by_variance(x, gain=None, bias=None, eps=1e-5):
    """Divides by the variance in place of the standard deviation."""
    return (x - x.mean(axis=-1, keepdims=True)) / (x.var(axis=-1, keepdims=True) + eps)
