"""Differentiate a parallel and a serial layer and take them apart."""

import numpy as np

from refutable import above, close, mutant


def check(parallel_block, serial_layer, layer_norm, jacobian):
    rng = np.random.default_rng(0)
    d, eye = 8, np.eye(8)
    x, w_a, w_m = rng.normal(3, 2, size=d), *(rng.normal(size=(2, d, d)) / 2)

    def norm(z):
        return layer_norm(z, eps=1e-5)

    def attention(z):  # one token: attention is the linear map of its values
        return z @ w_a

    def feed_forward(z):
        return np.tanh(z @ w_m)

    def of_norm(z):
        s, y = np.sqrt(z.var() + 1e-5), norm(z)
        return (eye - 1 / d - np.outer(y, y) / d) / s

    def of_feed(z):
        return (1 - np.tanh(norm(z) @ w_m) ** 2)[:, None] * w_m.T @ of_norm(z)

    of_attention, h = w_a.T @ of_norm(x), x + attention(norm(x))
    parallel = jacobian(lambda z: parallel_block(z, norm, attention, feed_forward), x)
    close("parallel against I + J_A + J_M", parallel, eye + of_attention + of_feed(x), atol=1e-8)
    serial = jacobian(lambda z: serial_layer(z, norm, attention, norm, feed_forward), x)
    close("serial against the product", serial, (eye + of_feed(h)) @ (eye + of_attention), atol=1e-8)
    above("size of the path that is missing", np.linalg.norm(of_feed(h) @ of_attention), 0.1)


@mutant("parallel_block")
def serial(x, norm, attention, feed_forward, second_norm=None):
    """Is the serial layer."""
    y = x + attention(norm(x))
    return y + feed_forward((second_norm or norm)(y))


@mutant("parallel_block")
def feed_forward_reads_raw(x, norm, attention, feed_forward, second_norm=None):
    """Leaves the norm off the feed-forward."""
    return x + attention(norm(x)) + feed_forward(x)


@mutant("serial_layer")
def parallel(x, attention_norm, attention, feed_forward_norm, feed_forward):
    """Is the parallel block."""
    return x + attention(attention_norm(x)) + feed_forward(feed_forward_norm(x))


@mutant("serial_layer")
def feed_forward_first(x, attention_norm, attention, feed_forward_norm, feed_forward):
    """Runs the feed-forward before attention."""
    h = x + feed_forward(feed_forward_norm(x))
    return h + attention(attention_norm(h))


@mutant("layer_norm")
def frozen(x, gain=None, bias=None, eps=1e-5):
    """Centres and does not divide."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("jacobian")
def transposed(f, x, step=1e-6):
    """Returns rows for inputs and columns for outputs."""
    return np.stack([(f(x + step * e) - f(x - step * e)) / (2 * step) for e in np.eye(len(x))])
