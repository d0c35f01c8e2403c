"""GPT-2's layers with branches that add constants, and the place of its final norm."""

import numpy as np

from refutable import close, mutant


def check(gpt2_model, pre_block, layer_norm):
    rng = np.random.default_rng(0)
    d = 16
    w = rng.normal(size=(2, 3, d, d)) / np.sqrt(d)
    x = 3 + 2 * rng.normal(size=(6, d))

    def layer(a):
        attend = lambda z: np.tanh(z.mean(axis=0) + z) @ a[0]  # noqa: E731
        return layer_norm, attend, layer_norm, lambda z: np.maximum(0, z @ a[1]) @ a[2]

    layers = [layer(a) for a in w]
    stream = x
    for norm1, attend, norm2, mlp in layers:
        stream = pre_block(pre_block(stream, norm1, attend), norm2, mlp)
    raw = gpt2_model(x, layers, lambda z: z)
    close("layers against pre-norm sub-layers", raw, stream, atol=1e-12)
    close(
        "output against the norm of the last stream", gpt2_model(x, layers, layer_norm), layer_norm(stream), atol=1e-12
    )
    u = (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5)
    h = x + np.tanh(u.mean(axis=0) + u) @ w[0, 0]
    u = (h - h.mean(axis=-1, keepdims=True)) / np.sqrt(h.var(axis=-1, keepdims=True) + 1e-5)
    by_hand = h + np.maximum(0, u @ w[0, 1]) @ w[0, 2]
    close("first layer by hand", gpt2_model(x, layers[:1], lambda z: z), by_hand, atol=1e-10)
    last = layers[-1]
    silent = [*layers[:-1], (last[0], np.zeros_like, last[2], lambda z: np.ones_like(z) * np.arange(d))]
    seen = gpt2_model(x, silent, layer_norm)
    before = gpt2_model(x, layers[:-1], lambda z: z) + np.arange(d)
    close("the final norm reads the last feed-forward's write", seen, layer_norm(before), atol=1e-12)
    def second(z):
        return layer_norm(z, gain=np.linspace(0.5, 2.0, d))

    _, attend, _, mlp = layers[0]
    got = gpt2_model(x, [(layer_norm, attend, second, mlp)], lambda z: z)
    close("two norms of different gain", got, pre_block(pre_block(x, layer_norm, attend), second, mlp), atol=1e-12)


def observe(x, gpt2_model, layer_norm):
    return gpt2_model(x, [(layer_norm, np.tanh, layer_norm, lambda z: 2 * z)], lambda z: z)


@mutant("gpt2_model", belief=True)
def post_norm(x, layers, final_norm):
    """Believes that GPT-2 normalizes each sum."""
    for norm1, attention, norm2, feed_forward in layers:
        x = norm1(x + attention(x))
        x = norm2(x + feed_forward(x))
    return final_norm(x)


@mutant("gpt2_model")
def final_norm_after_the_last_attention(x, layers, final_norm):
    """Reads the report literally: the extra norm follows the last self-attention."""
    for number, (norm1, attention, norm2, feed_forward) in enumerate(layers):
        x = x + attention(norm1(x))
        if number == len(layers) - 1:
            x = final_norm(x)
        x = x + feed_forward(norm2(x))
    return x


@mutant("gpt2_model")
def no_final_norm(x, layers, final_norm):
    """Forgets the norm at the end."""
    for norm1, attention, norm2, feed_forward in layers:
        x = x + attention(norm1(x))
        x = x + feed_forward(norm2(x))
    return x


@mutant("gpt2_model")
def parallel(x, layers, final_norm):
    """Lets the feed-forward read the stream before attention, as GPT-J does."""
    for norm1, attention, norm2, feed_forward in layers:
        x = x + attention(norm1(x)) + feed_forward(norm2(x))
    return final_norm(x)


@mutant("pre_block")
def norm_on_the_sum(x, norm, branch):
    """Post-norm."""
    return norm(x + branch(x))


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)
