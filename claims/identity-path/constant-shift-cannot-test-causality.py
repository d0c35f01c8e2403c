"""Perturb the last of five tokens by a constant, a factor and noise, with and without a causal mask."""

import numpy as np

from refutable import above, close, mutant


def check(stack, pre_block, layer_norm, attention):
    rng = np.random.default_rng(10)
    tokens = rng.normal(3.0, 2.0, size=(5, 8))
    weights = rng.normal(size=(2, 4, 8, 8)) / 2
    last = np.arange(5)[:, None] == 4

    def change_before(perturbation, causal, blocks=2):
        branches = [lambda z, w=w: attention(z, *w, heads=2, causal=causal) for w in weights[:blocks]]

        def run(t):
            return stack(t, lambda z: layer_norm(z, eps=1e-5), branches, pre_block)[-1][:4]

        return np.abs(run(tokens + last * perturbation) - run(tokens)).max()

    noise = rng.normal(size=8)
    close("no mask, constant 3 on the last token", change_before(3.0, causal=False), 0.0, atol=1e-10)
    above("no mask, noise on the last token", change_before(noise, causal=False), 0.01)
    close("no mask, last token doubled, one block", change_before(tokens, causal=False, blocks=1), 0.0, atol=1e-4)
    above("no mask, last token doubled, two blocks", change_before(tokens, causal=False), 0.01)
    close("causal mask, noise on the last token", change_before(noise, causal=True), 0.0, atol=1e-12)


def observe(x, pre_block, layer_norm):
    # Two tokens, averaged by the branch, which is a leak. How far does the first move when the second is shifted by 1?
    def first(shift):
        pair = np.stack([x, x[::-1] + shift])
        return pre_block(pair, lambda z: layer_norm(z, eps=0.0), lambda z: np.zeros_like(z) + z.mean(axis=0))[0]

    return first(1.0) - first(0.0)


@mutant("layer_norm", belief=True)
def lets_the_constant_through(x, gain=None, bias=None, eps=1e-5):
    """Divides by the deviation without subtracting the mean, so that a shift reaches the branch."""
    return x / np.sqrt(x.var(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Forgets to divide by the deviation, so that a factor reaches the branch."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("attention")
def mask_ignored(x, w_q, w_k, w_v, w_o, heads=1, causal=False):
    """Averages over all tokens even when it should be causal."""
    return np.zeros_like(x) + (x @ w_v @ w_o).mean(axis=0)


@mutant("attention")
def mixes_no_tokens(x, w_q, w_k, w_v, w_o, heads=1, causal=False):
    """Applies the value and output maps to each token alone, so there is no leak to find."""
    return x @ w_v @ w_o


@mutant("pre_block")
def output_norm(x, norm, branch):
    """Lets the branch read the raw stream, where the constant shows."""
    return x + norm(branch(x))


@mutant("pre_block")
def post_norm(x, norm, branch):
    """Lets the branch of the first block read the raw stream."""
    return norm(x + branch(x))
