"""Run the serial layer and the formula that PaLM prints for it."""

import numpy as np

from refutable import close, mutant


def check(serial_layer, layer_norm, attention, feed_forward):
    rng = np.random.default_rng(0)
    x, maps = rng.normal(3, 2, size=(5, 8)), rng.normal(size=(4, 8, 8)) / 2
    w_in, w_out = rng.normal(size=(8, 16)) / 2, rng.normal(size=(16, 8)) / 2

    def norm(z):
        return layer_norm(z, eps=1e-5)

    def mix(z):
        return attention(z, *maps, heads=2)

    def feed(z):
        return feed_forward(z, w_in, w_out)

    layer = serial_layer(x, norm, mix, norm, feed)
    printed = x + feed(norm(x + mix(norm(x))))
    close("layer minus printed formula: attention's output", layer - printed, mix(norm(x)))
    h = x + mix(norm(x))
    close("layer, step by step", layer, h + feed(norm(h)))
    close("silent feed-forward", serial_layer(x, norm, mix, norm, lambda z: 0 * z), h)
    u = (h - h.mean(axis=-1, keepdims=True)) / np.sqrt(h.var(axis=-1, keepdims=True) + 1e-5)
    close("what the feed-forward adds, by hand", layer - h, np.maximum(0, u @ w_in) @ w_out)
    def second(z):
        return layer_norm(z, gain=np.linspace(0.5, 2.0, 8))

    close("two norms of different gain", serial_layer(x, norm, mix, second, feed), h + feed(second(h)))
    for causal in (False, True):
        heads = []
        for q, k, v in zip(*(np.split(x @ w, 2, axis=1) for w in maps[:3]), strict=True):
            weights = np.exp(q @ k.T / 2) * (np.tri(5) if causal else 1.0)
            heads.append(weights / weights.sum(axis=1, keepdims=True) @ v)
        by_hand = np.hstack(heads) @ maps[3]
        close(f"attention by hand, causal {causal}", attention(x, *maps, heads=2, causal=causal), by_hand)
    picked = (1000 * x @ maps[2])[np.argmax(x @ maps[0] @ (x @ maps[1]).T, axis=1)] @ maps[3]
    close("attention with large logits picks the largest", attention(1000 * x, *maps), picked, rtol=1e-9)


def observe(x, serial_layer, layer_norm):
    return serial_layer(x, layer_norm, lambda z: 2 * z, layer_norm, lambda z: 0 * z)


@mutant("serial_layer", belief=True)
def as_printed(x, attention_norm, attention, feed_forward_norm, feed_forward):
    """Is the printed formula: adds the feed-forward's write to the layer's input alone."""
    return x + feed_forward(feed_forward_norm(x + attention(attention_norm(x))))


@mutant("serial_layer")
def parallel(x, attention_norm, attention, feed_forward_norm, feed_forward):
    """Is the parallel block."""
    return x + attention(attention_norm(x)) + feed_forward(feed_forward_norm(x))


@mutant("serial_layer")
def post_norm(x, attention_norm, attention, feed_forward_norm, feed_forward):
    """Normalizes the sums."""
    h = attention_norm(x + attention(x))
    return feed_forward_norm(h + feed_forward(h))


@mutant("layer_norm")
def no_centring(x, gain=None, bias=None, eps=1e-5):
    """Is RMSNorm."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("feed_forward")
def no_relu(x, w_in, w_out, b_in=0.0, b_out=0.0):
    """Forgets the ReLU."""
    return (x @ w_in + b_in) @ w_out + b_out
