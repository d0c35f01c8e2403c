"""Scale the branches and the stream of a Gemma 2 layer and compare what it returns."""

import numpy as np

from refutable import close, mutant


def check(gemma2_layer, rms_norm):
    rng = np.random.default_rng(0)
    w = rng.normal(size=(2, 16, 16)) / 4
    x = 3 + 2 * rng.normal(size=(5, 16))

    def norm(z):
        return rms_norm(z, eps=0.0)

    def layer(z, a, b, post=norm):
        def attend(u):
            return a * (np.tanh(u.mean(axis=0) + u) @ w[0])

        return gemma2_layer(z, norm, attend, post, norm, lambda u: b * (np.maximum(0, u) @ w[1]), post)

    plain = layer(x, 1.0, 1.0)
    close("attention writes ten times as much", layer(x, 10.0, 1.0), plain, atol=1e-11)
    close("the feed-forward writes ten times as much", layer(x, 1.0, 10.0), plain, atol=1e-11)
    large = layer(1000 * x, 1.0, 1.0)
    close("stream times 1000: output over 1000 x", np.linalg.norm(large) / np.linalg.norm(1000 * x), 1.0, atol=2e-3)
    read = []
    layer(x, 1.0, 1.0, post=lambda z: read.append(z) or norm(z))
    wrote = np.tanh(norm(x).mean(axis=0) + norm(x)) @ w[0]
    h = x + norm(wrote)
    close("what the first post norm reads", read[0], wrote, atol=1e-12)
    close("the layer by hand", plain, h + norm(np.maximum(0, norm(h)) @ w[1]), atol=1e-11)
    norms = [lambda z, g=g: g * norm(z) for g in rng.normal(1, 0.5, size=(4, 16))]
    h = x + norms[1](np.tanh(norms[0](x) @ w[0]))
    want = h + norms[3](np.maximum(0, norms[2](h) @ w[1]))
    a, b, c, e = norms
    got = gemma2_layer(x, a, lambda z: np.tanh(z @ w[0]), b, c, lambda z: np.maximum(0, z @ w[1]), e)
    close("four norms of different gain, by hand", got, want, atol=1e-12)


def observe(x, gemma2_layer, rms_norm):  # attention writes twice what it reads, the feed-forward nothing
    return gemma2_layer(x, rms_norm, lambda z: 2 * z, rms_norm, rms_norm, np.zeros_like, rms_norm)


@mutant("gemma2_layer", belief=True)
def after_the_addition(x, input_norm, attention, post_attention, pre_norm, mlp, post_norm):
    """Normalizes each sum: the stream passes every post norm."""
    h = post_attention(x + attention(input_norm(x)))
    return post_norm(h + mlp(pre_norm(h)))


@mutant("gemma2_layer")
def pre_norm_only(x, input_norm, attention, post_attention, pre_norm, mlp, post_norm):
    """Leaves the post norms out, as Gemma 1 does."""
    h = x + attention(input_norm(x))
    return h + mlp(pre_norm(h))


@mutant("gemma2_layer")
def post_norm_of_attention_only(x, input_norm, attention, post_attention, pre_norm, mlp, post_norm):
    """Forgets the post norm of the feed-forward."""
    h = x + post_attention(attention(input_norm(x)))
    return h + mlp(pre_norm(h))


@mutant("gemma2_layer")
def output_norm_only(x, input_norm, attention, post_attention, pre_norm, mlp, post_norm):
    """Leaves the input norms out, as OLMo 2 does."""
    h = x + post_attention(attention(x))
    return h + post_norm(mlp(h))


@mutant("rms_norm")
def half_power(x, gain=None, eps=1e-5):
    """Divides by the square root of the root mean square, so that size is not removed."""
    return x / ((x**2).mean(axis=-1, keepdims=True) + eps) ** 0.25
