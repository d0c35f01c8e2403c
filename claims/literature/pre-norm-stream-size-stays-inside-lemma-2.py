"""Mean squared length of pre-norm streams with uniform attention and ReLU feed-forward layers."""

import numpy as np

from refutable import above, below, close, mutant


def check(pre_block, layer_norm, stack, attention, feed_forward):
    d, layers = 64, 12
    zero, one = np.zeros((d, d)), np.eye(d)
    for kind in ("different", "equal"):
        sizes = []
        for seed in range(4):
            rng = np.random.default_rng(seed)
            branches = []
            for a in rng.normal(size=(layers, 3, d, d)) / np.sqrt(d):
                branches.append(lambda z, a=a: attention(z, zero, zero, a[0], one))
                branches.append(lambda z, a=a: feed_forward(z, a[1], a[2]))
            x = rng.normal(size=(1 if kind == "equal" else 24, d)) * np.ones((24, 1))
            streams = stack(x, layer_norm, branches, pre_block)
            sizes.append([np.mean(s**2) for s in streams[::2]])
        mean = np.mean(sizes, axis=0)
        for layer in (2, 6, 12):
            if kind == "different":
                above(f"size over d, {layer} layers, over the lower bound", mean[layer] / (1 + layer / 2), 1.0)
                below(f"size over d, {layer} layers, over the upper bound", mean[layer] / (1 + 1.5 * layer), 1.0)
            else:
                close(
                    f"equal tokens: size over d, {layer} layers, over the upper bound",
                    mean[layer] / (1 + 1.5 * layer),
                    1.0,
                    atol=0.15,
                )


@mutant("pre_block")
def norm_on_the_sum(x, norm, branch):
    """Post-norm, whose stream keeps its size."""
    return norm(x + branch(x))


@mutant("pre_block")
def branch_reads_the_stream(x, norm, branch):
    """Forgets the norm."""
    return x + branch(x)


@mutant("feed_forward")
def no_relu(x, w_in, w_out, b_in=0.0, b_out=0.0):
    """Forgets the ReLU, which doubles the feed-forward part."""
    return (x @ w_in + b_in) @ w_out + b_out


@mutant("attention")
def sum_of_values(x, w_q, w_k, w_v, w_o, heads=1, causal=False):
    """Adds the values up and forgets to average."""
    return np.broadcast_to(x.sum(axis=0) @ w_v @ w_o, x.shape)


@mutant("attention")
def skipped(x, w_q, w_k, w_v, w_o, heads=1, causal=False):
    """Leaves attention out."""
    return np.zeros_like(x)


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("stack")
def half_the_blocks(x, norm, branches, block):
    """Runs the feed-forward blocks only and repeats their streams."""
    streams = [x]
    for number, branch in enumerate(branches):
        streams.append(block(streams[-1], norm, branch) if number % 2 else streams[-1])
    return streams
