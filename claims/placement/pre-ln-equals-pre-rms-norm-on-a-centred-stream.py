"""Run the same branches with LayerNorm and, centred, with RMSNorm, and compare every stream."""

import numpy as np

from refutable import above, close, mutant


def check(stack, pre_block, layer_norm, rms_norm, centre):
    rng = np.random.default_rng(9)
    x, gain = rng.normal(3.0, 2.0, size=(4, 8)), rng.normal(1.0, 0.3, size=8)
    branches = [lambda z, w=w: np.tanh(z @ w) + 1.0 for w in rng.normal(size=(6, 8, 8))]
    centred = [lambda z, b=b: centre(b(z)) for b in branches]
    for eps in (0.0, 0.1):

        def with_rms_norm(x, branches, eps=eps):
            return stack(x, lambda z: rms_norm(z, gain=gain, eps=eps), branches, pre_block)

        full = stack(x, lambda z, e=eps: layer_norm(z, gain=gain, eps=e), branches, pre_block)
        for depth, stream in enumerate(with_rms_norm(centre(x), centred)):
            want = full[depth] - full[depth].mean(axis=-1, keepdims=True)
            close(f"RMSNorm stream {depth} against the centred LayerNorm stream, eps = {eps}", stream, want, atol=1e-11)
        for name, some in (("embedding", with_rms_norm(x, centred)), ("writes", with_rms_norm(centre(x), branches))):
            above(f"error if the {name} stays uncentred, eps = {eps}", np.abs(centre(some[-1]) - want).max(), 0.1)


@mutant("centre")
def not_centred(x):
    """Leaves the mean in."""
    return x


@mutant("centre")
def over_all_tokens(x):
    """Subtracts one mean for all tokens."""
    return x - x.mean()


@mutant("rms_norm")
def divides_by_d_minus_one(x, gain=None, eps=1e-5):
    """Divides the sum of squares by d - 1."""
    return gain * x / np.sqrt((x**2).sum(axis=-1, keepdims=True) / (x.shape[-1] - 1) + eps)


@mutant("rms_norm")
def eps_outside_the_root(x, gain=None, eps=1e-5):
    """Adds epsilon to the root instead of under it."""
    return gain * x / (np.sqrt((x**2).mean(axis=-1, keepdims=True)) + eps)


@mutant("layer_norm")
def root_mean_square(x, gain=None, bias=None, eps=1e-5):
    """Does not subtract the mean."""
    return gain * x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("pre_block")
def post_norm(x, norm, branch):
    """Normalizes the sum, where a gain brings the mean back."""
    return norm(x + branch(x))
