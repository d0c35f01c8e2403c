"""Compare stacks whose branches repeat the stream's direction with stacks of independent random branches."""

import numpy as np

from refutable import close, mutant


def check(stack, pre_block, layer_norm):
    def norm(z):
        return layer_norm(z, eps=0.0)

    rng = np.random.default_rng(20)
    x = rng.normal(3.0, 2.0, size=(3, 16))
    for a in (0.5, 2.0):
        streams = np.array(stack(x, norm, 32 * [lambda z, a=a: a * z], pre_block))
        want = x.std(axis=-1) + a * np.arange(33)[:, None]
        close(f"deviation at every depth, F(z) = {a} z", streams.std(axis=-1), want, atol=1e-9)
    weights = rng.normal(size=(64, 64, 64)) / 8
    streams = np.array(stack(rng.normal(size=(16, 64)), norm, [lambda z, w=w: z @ w for w in weights], pre_block))
    rms = np.sqrt((streams**2).mean(axis=(1, 2)))
    close("random branches, rms at 64 against 16", rms[64] / rms[16], 2.0, atol=0.2)


def observe(n, stack, pre_block, layer_norm):
    # every branch turns (p, -p, q, -q) by 90 degrees, so no write has a part along the stream
    branches = n * [lambda z: np.array([-z[2], -z[3], z[0], z[1]])]
    start = np.array([1.0, -1.0, 1.0, -1.0])
    return np.sqrt(np.mean(stack(start, lambda z: layer_norm(z, eps=0.0), branches, pre_block)[-1] ** 2))


@mutant("pre_block", belief=True)
def lengths_add(x, norm, branch):
    """Adds the write's length to the stream's length, whatever direction it has."""
    length = np.sqrt((branch(norm(x)) ** 2).sum(axis=-1, keepdims=True) / (x**2).sum(axis=-1, keepdims=True))
    return x * (1 + length)


@mutant("pre_block")
def reads_the_raw_stream(x, norm, branch):
    """Leaves out the norm, so the growth is exponential."""
    return x + branch(x)


@mutant("pre_block")
def post_norm(x, norm, branch):
    """Normalizes the sum, so nothing grows."""
    return norm(x + branch(x))


@mutant("layer_norm")
def unbiased(x, gain=None, bias=None, eps=1e-5):
    """Divides the variance by d - 1."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True, ddof=1) + eps)


@mutant("stack")
def one_layer_copied(x, norm, branches, block):
    """Uses the first branch in every sub-layer."""
    streams = [x]
    for _ in branches:
        streams.append(block(streams[-1], norm, branches[0]))
    return streams
