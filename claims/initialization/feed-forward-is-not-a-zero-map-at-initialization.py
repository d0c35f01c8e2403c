"""Variance that a feed-forward sub-layer writes under two common initializations."""

import numpy as np

from refutable import close, mutant


def check(feed_forward):
    d, hidden = 64, 256
    rng = np.random.default_rng(0)
    x = rng.normal(size=(16, d))
    xavier, torch_in, torch_out = np.sqrt(2 / (d + hidden)), 1 / np.sqrt(d), 1 / np.sqrt(hidden)
    written = {"Xavier": [], "PyTorch": []}
    for _ in range(4):
        w_in, w_out = rng.normal(size=(d, hidden)), rng.normal(size=(hidden, d))
        written["Xavier"].append(feed_forward(x, xavier * w_in, xavier * w_out))
        u_in, u_out = rng.uniform(-1, 1, size=(d, hidden)), rng.uniform(-1, 1, size=(hidden, d))
        written["PyTorch"].append(feed_forward(x, torch_in * u_in, torch_out * u_out))
    # Xavier: pre-activation 2/5, half of it after ReLU, times 4 * 2/5. PyTorch: 1/3, half of it, times 1/3.
    close("variance written, Xavier", np.mean(np.square(written["Xavier"])), 0.32, rtol=0.15)
    close("variance written, PyTorch default", np.mean(np.square(written["PyTorch"])), 1 / 18, rtol=0.15)
    close("mean written, Xavier", np.mean(written["Xavier"]), 0.0, atol=0.1)
    b_in, b_out = rng.normal(size=hidden), rng.normal(size=d)
    want = np.maximum(0, x @ w_in + b_in) @ w_out + b_out
    close("with both biases, by hand", feed_forward(x, w_in, w_out, b_in, b_out), want, atol=1e-9)


def observe(x, feed_forward):
    return feed_forward(x, np.eye(len(x)), np.eye(len(x)))


@mutant("feed_forward", belief=True)
def zero_map(x, w_in, w_out, b_in=0.0, b_out=0.0):
    """Believes that a fresh sub-layer writes nothing."""
    return np.zeros(np.shape(x))


@mutant("feed_forward")
def no_relu(x, w_in, w_out, b_in=0.0, b_out=0.0):
    """Forgets the ReLU and keeps the negative half."""
    return (x @ w_in + b_in) @ w_out + b_out


@mutant("feed_forward")
def relu_at_the_end(x, w_in, w_out, b_in=0.0, b_out=0.0):
    """Applies the ReLU to the output in place of the hidden units."""
    return np.maximum(0.0, (x @ w_in + b_in) @ w_out + b_out)


@mutant("feed_forward")
def with_the_skip(x, w_in, w_out, b_in=0.0, b_out=0.0):
    """Adds the input, so that it measures the block and not the branch."""
    return x + np.maximum(0.0, x @ w_in + b_in) @ w_out + b_out


@mutant("feed_forward")
def absolute_value(x, w_in, w_out, b_in=0.0, b_out=0.0):
    """Folds the negative half up, which keeps all of the variance."""
    return np.abs(x @ w_in + b_in) @ w_out + b_out
