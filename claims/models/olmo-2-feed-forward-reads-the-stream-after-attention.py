"""OLMo 2's layer as written in section 3.3.2 and as printed in equation (2)."""

import numpy as np

from refutable import above, close, mutant


def check(olmo2_layer, output_norm_block, rms_norm, feed_forward):
    rng = np.random.default_rng(0)
    d = 16
    w = rng.normal(size=(3, d, d)) / np.sqrt(d)
    x = 0.5 + rng.normal(size=(6, d))

    def attend(z):
        return np.tanh(z.mean(axis=0) + z) @ w[0]

    def mlp(z):
        return feed_forward(z, w[1], w[2])

    out = olmo2_layer(x, attend, rms_norm, mlp, rms_norm)
    two = output_norm_block(output_norm_block(x, rms_norm, attend), rms_norm, mlp)
    close("layer against two output-norm sub-layers", out, two, atol=1e-12)

    def unit(z):
        return z / np.sqrt(np.mean(z**2, axis=-1, keepdims=True) + 1e-5)

    h = x + unit(attend(x))
    close("layer by hand", out, h + unit(np.maximum(0, h @ w[1]) @ w[2]), atol=1e-10)
    printed = h + unit(np.maximum(0, x @ w[1]) @ w[2])
    above("relative difference to the printed formula", np.linalg.norm(out - printed) / np.linalg.norm(out), 0.2)


def observe(x, olmo2_layer, rms_norm):
    return olmo2_layer(x, lambda z: np.roll(z, 1), rms_norm, np.tanh, rms_norm)


@mutant("olmo2_layer", belief=True)
def equation_2(x, attention, attention_norm, feed_forward, feed_forward_norm):
    """Takes the printed MLP(x) at its word."""
    return x + attention_norm(attention(x)) + feed_forward_norm(feed_forward(x))


@mutant("olmo2_layer")
def skip_from_the_input(x, attention, attention_norm, feed_forward, feed_forward_norm):
    """Adds the feed-forward to the layer's input and loses attention's write."""
    h = x + attention_norm(attention(x))
    return x + feed_forward_norm(feed_forward(h))


@mutant("olmo2_layer")
def norms_on_the_inputs(x, attention, attention_norm, feed_forward, feed_forward_norm):
    """Pre-norm."""
    h = x + attention(attention_norm(x))
    return h + feed_forward(feed_forward_norm(h))


@mutant("output_norm_block")
def norm_on_the_sum(x, norm, branch):
    """Post-norm."""
    return norm(x + branch(x))


@mutant("rms_norm")
def identity(x, gain=None, eps=1e-5):
    """Normalizes nothing."""
    return x


@mutant("feed_forward")
def no_relu(x, w_in, w_out, b_in=0.0, b_out=0.0):
    """Forgets the ReLU."""
    return (x @ w_in + b_in) @ w_out + b_out
