"""Record what post_attention_layernorm is given in each family, and what becomes of its output."""

import numpy as np

from refutable import close, mutant


def check(post_attention_layer, rms_norm):
    rng = np.random.default_rng(0)
    x, w_a, w_m = rng.normal(3, 2, size=(5, 8)), *(rng.normal(size=(2, 8, 8)) / 2)

    def norm(z):
        return rms_norm(z, eps=0.0)

    def mix(z):  # attention that averages over the tokens
        return z.mean(axis=0) + z @ w_a

    def feed(z):
        return np.tanh(z @ w_m)

    def run(family, replacement):
        read = []
        out = post_attention_layer(x, family, mix, feed, norm, lambda z: read.append(z) or replacement(z))
        return read[0], out

    u = x / np.sqrt((x**2).mean(axis=-1, keepdims=True))
    h = x + mix(u)
    close("Llama reads the stream after attention", run("llama", norm)[0], h)
    close("Gemma 2 reads what attention wrote", run("gemma2", norm)[0], mix(u))
    close("GPT-NeoX reads the layer's input", run("gpt_neox", norm)[0], x)
    close("MiniMax reads the normalized sum", run("minimax", norm)[0], u + mix(u))

    def nothing(z):
        return 0 * z

    close("Llama, its output set to zero: attention stays", run("llama", nothing)[1], h)
    close("Gemma 2: attention is gone, the feed-forward stays", run("gemma2", nothing)[1], x + norm(feed(norm(x))))
    close("GPT-NeoX: the feed-forward is gone", run("gpt_neox", nothing)[1], h)
    close("MiniMax: everything is gone", run("minimax", nothing)[1], 0 * x)
    v = norm(u + mix(u))
    close("MiniMax, whole layer", run("minimax", norm)[1], v + feed(v))
    def uneven(z):
        return norm(z) * np.linspace(0.5, 2.0, 8)

    g = x + uneven(mix(u))
    close("Llama, whole layer", run("llama", uneven)[1], h + feed(uneven(h)))
    close("Gemma 2, whole layer", run("gemma2", uneven)[1], g + norm(feed(norm(g))))
    close("GPT-NeoX, whole layer", run("gpt_neox", uneven)[1], h + feed(uneven(x)))


def observe(x, post_attention_layer, rms_norm):  # Llama; attention triples, the feed-forward writes nothing
    def norm(z):
        return rms_norm(z, eps=0.0)

    return post_attention_layer(x, "llama", lambda z: 3 * z, lambda z: 0 * z, norm, norm)


@mutant("post_attention_layer", belief=True)
def believes_the_name(x, family, attention, feed_forward, norm, post_attention_norm):
    """Takes the name at its word: normalizes the sum after attention in every family."""
    h = post_attention_norm(x + attention(x))
    return h + feed_forward(h)


@mutant("post_attention_layer")
def llama_for_all(x, family, attention, feed_forward, norm, post_attention_norm):
    """Uses Llama's layer for every family."""
    h = x + attention(norm(x))
    return h + feed_forward(post_attention_norm(h))


@mutant("post_attention_layer")
def gemma_for_all(x, family, attention, feed_forward, norm, post_attention_norm):
    """Uses Gemma 2's layer for every family."""
    h = x + post_attention_norm(attention(norm(x)))
    return h + norm(feed_forward(norm(h)))


@mutant("post_attention_layer")
def parallel_for_all(x, family, attention, feed_forward, norm, post_attention_norm):
    """Uses GPT-NeoX's parallel layer for every family."""
    return x + attention(norm(x)) + feed_forward(post_attention_norm(x))


@mutant("rms_norm")
def layer_norm_instead(x, gain=None, eps=1e-5):
    """Centres as well."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
