"""What the two branches of an OLMo 2 layer read, and how their writes depend on the size of the stream."""

import numpy as np

from refutable import above, close, mutant


def check(olmo2_layer, sandwich_block, rms_norm):
    rng = np.random.default_rng(0)
    d = 16
    w = rng.normal(size=(d, d)) / np.sqrt(d)
    x = 3 + 2 * rng.normal(size=(6, d))
    read = []

    def branch(z):
        read.append(np.sqrt(np.mean(z**2)))
        return np.tanh(z) @ w

    out = {}
    for factor in (1.0, 50.0):
        read.clear()
        out[factor] = olmo2_layer(factor * x, branch, rms_norm, branch, rms_norm) - factor * x
        close(
            f"rms that attention reads over the stream's, times {factor:g}",
            read[0] / np.sqrt(np.mean((factor * x) ** 2)),
            1.0,
            atol=1e-12,
        )
        above(f"rms that the feed-forward reads, times {factor:g}", read[1], 2 * factor)
        read.clear()
        peri = sandwich_block(factor * x, rms_norm, rms_norm, branch)
        close(f"rms that Peri-LN's branch reads, times {factor:g}", read[0], 1.0, atol=1e-4)
        close(f"rms that Peri-LN writes, times {factor:g}", np.sqrt(np.mean((peri - factor * x) ** 2)), 1.0, atol=1e-4)
    above(
        "OLMo 2: change of the write with the stream's size",
        np.linalg.norm(out[50.0] - out[1.0]) / np.linalg.norm(out[1.0]),
        0.1,
    )
    h = x + rms_norm(np.tanh(x) @ w)
    close("OLMo 2 by hand", out[1.0] + x, h + rms_norm(np.tanh(h) @ w), atol=1e-12)
    write = np.sqrt(
        np.mean(
            (sandwich_block(x, rms_norm, rms_norm, branch) - sandwich_block(9 * x, rms_norm, rms_norm, branch) + 8 * x)
            ** 2
        )
    )
    close("Peri-LN: change of the write with the stream's size", write, 0.0, atol=1e-4)
    def second(z):
        return rms_norm(z, gain=np.linspace(0.5, 2.0, d))

    uneven = olmo2_layer(x, branch, rms_norm, branch, second)
    close("two norms of different gain", uneven, h + second(np.tanh(h) @ w), atol=1e-12)


def observe(x, olmo2_layer, rms_norm):
    return olmo2_layer(x, np.tanh, rms_norm, np.tanh, rms_norm)


@mutant("olmo2_layer", belief=True)
def peri_ln(x, attention, attention_norm, feed_forward, feed_forward_norm):
    """Believes that OLMo 2 normalizes the branches' inputs as well."""
    h = x + attention_norm(attention(attention_norm(x)))
    return h + feed_forward_norm(feed_forward(feed_forward_norm(h)))


@mutant("olmo2_layer")
def pre_norm(x, attention, attention_norm, feed_forward, feed_forward_norm):
    """Pre-norm."""
    h = x + attention(attention_norm(x))
    return h + feed_forward(feed_forward_norm(h))


@mutant("olmo2_layer")
def post_norm(x, attention, attention_norm, feed_forward, feed_forward_norm):
    """Post-norm."""
    h = attention_norm(x + attention(x))
    return feed_forward_norm(h + feed_forward(h))


@mutant("sandwich_block")
def output_norm(x, norm_in, norm_out, branch):
    """Leaves out the inner norm."""
    return x + norm_out(branch(x))


@mutant("sandwich_block")
def pre_norm_only(x, norm_in, norm_out, branch):
    """Leaves out the outer norm."""
    return x + branch(norm_in(x))


@mutant("rms_norm")
def half_power(x, gain=None, eps=1e-5):
    """Divides by the square root of the root mean square."""
    return x / ((x**2).mean(axis=-1, keepdims=True) + eps) ** 0.25
