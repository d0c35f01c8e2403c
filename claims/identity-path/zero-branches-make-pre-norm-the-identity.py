"""Run sub-layers with zero output weights, as zero initialization leaves them, and compare bits."""

import numpy as np

from refutable import close, equal, mutant


def check(stack, pre_block, feed_forward, attention, layer_norm, jacobian):
    rng = np.random.default_rng(15)
    tokens = rng.normal(3.0, 2.0, size=(3, 8))
    w_in, zero = rng.normal(size=(8, 16)), np.zeros((16, 8))
    w_q, w_k, w_v = rng.normal(size=(3, 8, 8))
    branches = 4 * [
        lambda z: attention(z, w_q, w_k, w_v, np.zeros((8, 8)), heads=2),
        lambda z: feed_forward(z, w_in, zero),
    ]

    def run(x):
        return stack(x, lambda z: layer_norm(z, gain=np.full(8, 1.7), eps=1e-5), branches, pre_block)[-1]

    equal("output, bit for bit", bool(np.array_equal(run(tokens), tokens)), True)
    close("Jacobian", jacobian(lambda v: run(v.reshape(3, 8)), tokens.ravel()), np.eye(24), atol=1e-9)


@mutant("pre_block")
def post_norm(x, norm, branch):
    """Normalizes the sum even if the branch is zero."""
    return norm(x + branch(x))


@mutant("pre_block")
def skip_after_the_norm(x, norm, branch):
    """Takes the skip from the normalized copy."""
    u = norm(x)
    return u + branch(u)


@mutant("pre_block")
def no_skip(x, norm, branch):
    """Forgets the skip."""
    return branch(norm(x))


@mutant("feed_forward")
def bias_left_on(x, w_in, w_out, b_in=0.0, b_out=0.0):
    """Zeroes the output weights and keeps an output bias."""
    return np.maximum(0.0, x @ w_in + b_in) @ w_out + b_out + 0.02


@mutant("attention")
def output_map_not_zero(x, w_q, w_k, w_v, w_o, heads=1, causal=False):
    """Adds the query map to the zero output map."""
    return x @ w_v @ (w_o + w_q)


@mutant("stack")
def adds_a_final_norm(x, norm, branches, block):
    """Ends with a norm, which a bare stack does not have."""
    streams = [x]
    for branch in branches:
        streams.append(block(streams[-1], norm, branch))
    return [*streams[:-1], norm(streams[-1])]
