"""Growth of a pre-norm stream when all layers are copies of the first and when each is drawn anew."""

import numpy as np

from refutable import above, below, mutant


def check(pre_block, layer_norm, stack, feed_forward):
    d, depth = 32, 48
    slopes = {"cloned": [], "independent": []}
    for seed in range(4):
        rng = np.random.default_rng(seed)
        w = rng.normal(size=(depth, 2, d, d)) / np.sqrt(d)
        x = rng.normal(size=(8, d))
        for name, weights in (("cloned", [w[0]] * depth), ("independent", list(w))):
            branches = [lambda z, a=a: np.sqrt(2) * feed_forward(z, a[0], a[1]) for a in weights]
            size = [np.sqrt(np.mean(s**2)) for s in stack(x, layer_norm, branches, pre_block)]
            slopes[name].append(np.log(size[48] / size[12]) / np.log(4))
    above("growth exponent, cloned layers", np.mean(slopes["cloned"]), 0.9)
    below("growth exponent, cloned layers", np.mean(slopes["cloned"]), 1.15)
    above("growth exponent, independent layers", np.mean(slopes["independent"]), 0.4)
    below("growth exponent, independent layers", np.mean(slopes["independent"]), 0.65)


def observe(n, stack, pre_block, layer_norm):
    # copies of a branch that writes one fixed direction, and layers that each write another one
    x, directions = np.arange(1.0, 1.0 + n), np.eye(n)
    return np.linalg.norm(stack(x, layer_norm, [lambda z: directions[0]] * n, pre_block)[-1] - x)


@mutant("stack", belief=True)
def draws_every_layer(x, norm, branches, block):
    """Believes that copies behave like independent layers: shuffles the features that each one sees and writes."""
    streams = [x]
    for layer, branch in enumerate(branches):
        turn = np.random.default_rng(layer).permutation(x.shape[-1])
        streams.append(block(streams[-1], norm, lambda z, b=branch, t=turn: b(z[..., t])[..., np.roll(t, 1)]))
    return streams


@mutant("stack")
def first_block_again(x, norm, branches, block):
    """Applies the first branch everywhere, so that nothing is independent."""
    streams = [x]
    for _ in branches:
        streams.append(block(streams[-1], norm, branches[0]))
    return streams


@mutant("pre_block")
def norm_on_the_sum(x, norm, branch):
    """Post-norm, whose stream does not grow at all."""
    return norm(x + branch(x))


@mutant("pre_block")
def branch_reads_the_stream(x, norm, branch):
    """Forgets the norm, so that growth is exponential."""
    return x + branch(x)


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("feed_forward")
def rectified_output(x, w_in, w_out, b_in=0.0, b_out=0.0):
    """Writes non-negative numbers only, which add up even from independent layers."""
    return np.maximum(0.0, x @ w_in @ w_out)
