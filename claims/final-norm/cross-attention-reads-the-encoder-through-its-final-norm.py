"""Scale the last stream of a pre-norm encoder, with and without a final norm, and look at keys, values and write."""

import numpy as np

from refutable import close, mutant


def check(cross_attention_block, stack, pre_block, layer_norm):
    rng = np.random.default_rng(4)
    d, k = 16, 50.0
    source, x = 3 + 2 * rng.normal(size=(6, d)), 5 + 4 * rng.normal(size=(3, d))
    layers, (w_q, w_k, w_v) = rng.normal(size=(4, d, d)) / 4, rng.normal(size=(3, d, d)) / 4

    def norm(z):
        return layer_norm(z, eps=0.0)

    def decode(memory, w_q):  # what cross-attention read and made, and what its sub-layer returned
        made = {}

        def attend(asking, m):
            made.update(asking=asking, keys=m @ w_k, values=m @ w_v)
            logits = asking @ w_q @ made["keys"].T
            weights = np.exp(logits - logits.max(axis=-1, keepdims=True))
            return weights / weights.sum(axis=-1, keepdims=True) @ made["values"]

        made["write"] = cross_attention_block(x, memory, norm, attend) - x
        return made

    last = stack(source, norm, [lambda z, w=w: np.tanh(z @ w) for w in layers], pre_block)[-1]
    below = source
    for w in layers:  # the pre-norm encoder written out
        below = below + np.tanh((below - below.mean(axis=-1, keepdims=True)) / below.std(axis=-1, keepdims=True) @ w)
    close("last stream of the encoder", last, below, rtol=1e-12)
    y = (last - last.mean(axis=-1, keepdims=True)) / last.std(axis=-1, keepdims=True)
    asks = (x - x.mean(axis=-1, keepdims=True)) / x.std(axis=-1, keepdims=True)
    for name, w in (("uniform attention", 0 * w_q), ("attention", w_q)):
        raw, large = decode(last, w), decode(k * last, w)
        normed, large_normed = decode(norm(last), w), decode(norm(k * last), w)
        for part, matrix in (("keys", w_k), ("values", w_v)):
            close(f"{name}, {part} without the final norm, 50 times the stream", large[part], k * raw[part], rtol=1e-12)
            close(f"{name}, {part} with it, 50 times the stream", large_normed[part], normed[part], atol=1e-12)
            close(f"{name}, {part} with it, against the formula", normed[part], y @ matrix, atol=1e-12)
        close(f"{name}, what asks is normalized", raw["asking"], asks, atol=1e-12)
        close(
            f"{name}, write with the final norm, 50 times the stream",
            large_normed["write"],
            normed["write"],
            atol=1e-11,
        )
    uniform = decode(k * last, 0 * w_q)["write"]
    close(
        "write of uniform attention without the final norm",
        uniform,
        k * np.tile(last.mean(axis=0) @ w_v, (3, 1)),
        rtol=1e-9,
    )


@mutant("cross_attention_block")
def memory_is_normalized_too(x, memory, norm, attend):
    """Believes that a pre-norm branch normalizes all that it reads."""
    return x + attend(norm(x), norm(memory))


@mutant("cross_attention_block")
def memory_is_normalized_and_x_is_not(x, memory, norm, attend):
    """Puts the norm on the memory instead of the stream."""
    return x + attend(x, norm(memory))


@mutant("cross_attention_block")
def post_norm(x, memory, norm, attend):
    """Normalizes the sum and reads the raw stream."""
    return norm(x + attend(x, memory))


@mutant("cross_attention_block")
def reads_itself(x, memory, norm, attend):
    """Takes keys and values from the decoder, as self-attention does."""
    return x + attend(norm(x), norm(x))


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Forgets to divide by the deviation."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("pre_block")
def ends_on_a_norm(x, norm, branch):
    """A post-norm encoder, whose last stream is normalized already."""
    return norm(x + branch(x))


@mutant("stack")
def skips_the_last_layer(x, norm, branches, block):
    """Hands the decoder the stream before the last layer."""
    streams = [x]
    for branch in branches[:-1]:
        streams.append(block(streams[-1], norm, branch))
    return streams
