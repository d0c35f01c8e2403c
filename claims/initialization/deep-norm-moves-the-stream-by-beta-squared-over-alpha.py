"""Relative update of each sub-layer of DeepNorm stacks of 6, 24 and 96 layers."""

import numpy as np

from refutable import close, mutant


def check(deep_norm_block, deep_norm_scales, layer_norm, relative_update):
    d = 64
    rng = np.random.default_rng(0)
    start = layer_norm(4 + 3 * rng.normal(size=(16, d)))
    for layers in (0, 6, 24, 96):
        alpha, beta = deep_norm_scales(layers, 0)[0] if layers else (1.0, 1.0)  # 0: plain post-norm, for comparison
        moved, x = [], start
        for w_in, w_out in beta * rng.normal(size=(12, 2, d, d)) / np.sqrt(d):
            before, x = x, deep_norm_block(x, layer_norm, lambda z, a=w_in, b=w_out: z @ a @ b, alpha)
            moved.append(relative_update(before, x))
        if layers == 0:
            close("update of plain post-norm", np.mean(moved), 0.77, atol=0.03)
            continue
        close(f"update over beta^2 / alpha, {layers} layers", np.mean(moved) * alpha / beta**2, 1.0, atol=0.05)
        if layers == 24:
            close("update at 24 layers", np.mean(moved), 0.027, atol=0.002)


@mutant("deep_norm_block")
def plain_post_norm(x, norm, branch, alpha):
    """Forgets alpha, which moves the stream as far as the branch is large."""
    return norm(x + branch(x))


@mutant("deep_norm_block")
def not_normalised(x, norm, branch, alpha):
    """Forgets the norm, so that alpha multiplies the stream."""
    return alpha * x + branch(x)


@mutant("deep_norm_scales")
def beta_missing(encoder_layers=0, decoder_layers=0):
    """Scales the skip and leaves the initial weights alone."""
    return ((2 * encoder_layers) ** 0.25, 1.0), None


@mutant("deep_norm_scales")
def glm_130b(encoder_layers=0, decoder_layers=0):
    """GLM-130B's alpha and initialization, (2N)^(1/2) and (2N)^(-1/2)."""
    return ((2 * encoder_layers) ** 0.5, (2 * encoder_layers) ** -0.5), None


@mutant("deep_norm_scales")
def of_the_decoder(encoder_layers=0, decoder_layers=0):
    """The factors of a decoder with an encoder, (3M)^(1/4) and (12M)^(-1/4)."""
    return ((3 * encoder_layers) ** 0.25, (12 * encoder_layers) ** -0.25), None


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("relative_update")
def absolute(before, after):
    """Measures the length of the update and not its share of the stream."""
    return float(np.linalg.norm(after - before))
