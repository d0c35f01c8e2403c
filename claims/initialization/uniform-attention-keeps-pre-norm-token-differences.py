"""Stack uniform attention in pre-norm and compare token differences before and after."""

import numpy as np

from refutable import below, close, mutant


def check(pre_block, layer_norm, stack, attention):
    tokens, d, depth = 6, 32, 24
    rng = np.random.default_rng(0)
    zero = np.zeros((d, d))
    w = rng.normal(size=(depth, 2, d, d)) / np.sqrt(d)
    branches = [lambda z, a=a: attention(z, zero, zero, a[0], a[1]) for a in w]
    x = 3 + 2 * rng.normal(size=(tokens, d))
    last = stack(x, layer_norm, branches, pre_block)[-1]
    close("differences from token 0 after 24 sub-layers", last - last[0], x - x[0], atol=1e-10)

    def share(s):
        centred = s - s.mean(axis=-1, keepdims=True)
        return np.linalg.norm(s - s.mean(axis=0)) / np.linalg.norm(centred)

    below("share that differs, after over before", share(last) / share(x), 0.9)


@mutant("pre_block")
def norm_on_the_sum(x, norm, branch):
    """Post-norm, which shrinks the differences."""
    return norm(x + branch(x))


@mutant("pre_block")
def normalised_skip(x, norm, branch):
    """Normalizes the stream itself, not a copy of it."""
    return norm(x) + branch(norm(x))


@mutant("attention")
def causal_mean(x, w_q, w_k, w_v, w_o, heads=1, causal=False):
    """Averages over the earlier tokens only, so that every token receives another write."""
    return np.cumsum(x, axis=0) / np.arange(1, len(x) + 1)[:, None] @ w_v @ w_o


@mutant("attention")
def each_token_to_itself(x, w_q, w_k, w_v, w_o, heads=1, causal=False):
    """Mixes no tokens: every token receives its own value."""
    return x @ w_v @ w_o


@mutant("attention")
def empty(x, w_q, w_k, w_v, w_o, heads=1, causal=False):
    """Writes nothing, so that the share stays as well."""
    return np.zeros_like(x)


@mutant("stack")
def input_only(x, norm, branches, block):
    """Runs no block."""
    return [x]
