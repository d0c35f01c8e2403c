"""Count the non-zero singular values of the Jacobian of a block whose attention really mixes the tokens."""

import numpy as np

from refutable import above, equal, mutant


def check(pre_block, post_block, attention, layer_norm, jacobian):
    rng = np.random.default_rng(2)
    tokens = rng.normal(3.0, 2.0, size=(3, 8))
    weights = rng.normal(size=(4, 8, 8)) / np.sqrt(8)

    def rank(block):
        def flat(v):
            return block(v.reshape(3, 8), lambda z: layer_norm(z, eps=0.0), lambda z: attention(z, *weights, heads=2))

        matrix = jacobian(flat, tokens.ravel())
        above("influence of the last token on the first", np.linalg.norm(matrix[:8, -8:]), 1e-3)
        return int(np.sum(np.linalg.svd(matrix, compute_uv=False) > 1e-7))

    equal("rank of the pre-norm Jacobian", rank(pre_block), 3 * 8)
    equal("rank of the post-norm Jacobian", rank(post_block), 3 * (8 - 2))


@mutant("post_block")
def output_norm(x, norm, branch):
    """Keeps the skip outside the norm."""
    return x + norm(branch(x))


@mutant("pre_block")
def skip_after_the_norm(x, norm, branch):
    """Takes the skip from the normalized copy."""
    u = norm(x)
    return u + branch(u)


@mutant("layer_norm")
def root_mean_square(x, gain=None, bias=None, eps=1e-5):
    """Does not subtract the mean, so only one direction a token is lost."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def eps_always_on(x, gain=None, bias=None, eps=1e-5):
    """Adds 1e-3 to the variance whatever eps is asked for."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-3)


@mutant("layer_norm")
def over_all_tokens(x, gain=None, bias=None, eps=1e-5):
    """Takes mean and variance over the whole sequence, so two directions are lost once, not once a token."""
    return (x - x.mean()) / np.sqrt(x.var() + eps)


@mutant("attention")
def mixes_no_tokens(x, w_q, w_k, w_v, w_o, heads=1, causal=False):
    """Applies the value and output maps to each token alone."""
    return x @ w_v @ w_o
