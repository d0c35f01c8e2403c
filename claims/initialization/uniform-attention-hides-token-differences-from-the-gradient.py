"""Split a perturbation into what tokens share and what tells them apart, and send both through post-norm attention."""

import numpy as np

from refutable import close, mutant


def check(post_block, layer_norm, stack, attention, gradient_gain):
    tokens, d, depth = 16, 64, 8
    zero = np.zeros((d, d))
    parts = {"own": lambda z: z - z.mean(axis=0), "shared": lambda z: np.broadcast_to(z.mean(axis=0), z.shape)}
    gains = {name: [] for name in parts}
    for seed in range(8):
        rng = np.random.default_rng(seed)
        w = rng.normal(size=(depth, 2, d, d)) / np.sqrt(d)
        branches = [lambda z, a=a: attention(z, zero, zero, a[0], a[1]) for a in w]
        x = layer_norm(rng.normal(size=d) + 0.1 * rng.normal(size=(tokens, d)))
        for name, part in parts.items():

            def through(v, x=x, part=part, branches=branches):
                return part(stack(x + part(v), layer_norm, branches, post_block)[-1])

            # only a part of a random direction survives the split: divide by it
            gains[name].append(gradient_gain(through, 0 * x) / gradient_gain(part, 0 * x))
    own, shared = (np.exp(np.log(gains[name]).mean() / depth) for name in parts)
    close("factor of one sub-layer, gradient of the differences", own, np.sqrt(0.5), atol=0.03)
    close("factor of one sub-layer, gradient of the common part", shared, 1.0, atol=0.05)


@mutant("post_block")
def norm_inside_the_branch(x, norm, branch):
    """Pre-norm, which keeps the gradient of the differences."""
    return x + branch(norm(x))


@mutant("post_block")
def skip_counted_twice(x, norm, branch):
    """Weights the skip twice, so that the differences fade more slowly."""
    return norm(2 * x + branch(x))


@mutant("attention")
def each_token_to_itself(x, w_q, w_k, w_v, w_o, heads=1, causal=False):
    """Mixes no tokens, so that own and shared parts fare alike."""
    return x @ w_v @ w_o


@mutant("attention")
def detached(x, w_q, w_k, w_v, w_o, heads=1, causal=False):
    """Returns a mean that does not depend on the tokens, so that the shared part is lost as well."""
    return np.broadcast_to(np.random.default_rng(1).normal(size=x.shape[-1]) @ w_v @ w_o, x.shape)


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)
