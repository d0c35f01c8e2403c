"""Relative update of a sub-layer at 70 layers with DeepNorm's and with GLM-130B's factors."""

import numpy as np

from refutable import close, mutant


def check(deep_norm_block, deep_norm_scales, layer_norm, relative_update):
    d, layers = 48, 70
    rng = np.random.default_rng(0)
    x = layer_norm(3 + 2 * rng.normal(size=(16, d)))
    moved = {}
    glm = (2 * layers) ** 0.5, (2 * layers) ** -0.5
    for name, (alpha, beta) in (("DeepNorm", deep_norm_scales(0, layers)[1]), ("GLM-130B", glm)):
        steps = []
        for a in beta * rng.normal(size=(12, 2, d, d)) / np.sqrt(d):
            steps.append(relative_update(x, deep_norm_block(x, layer_norm, lambda z, a=a: z @ a[0] @ a[1], alpha)))
        moved[name] = np.mean(steps)
        close(f"{name}: step over beta^2 / alpha", moved[name] * alpha / beta**2, 1.0, atol=0.1)
    # (8N)^(-1/2) (2N)^(-1/4) over (2N)^(-3/2) is (2N)^(3/4) / 2
    close("DeepNorm's step over GLM-130B's", moved["DeepNorm"] / moved["GLM-130B"], 20.35, rtol=0.1)
    close("fours moved to fives", relative_update(np.full((2, 8), 4.0), np.full((2, 8), 5.0)), 0.25, atol=1e-15)


@mutant("deep_norm_scales")
def glm_130b(encoder_layers=0, decoder_layers=0):
    """Believes that DeepNorm uses GLM-130B's exponents."""
    return None, ((2 * decoder_layers) ** 0.5, (2 * decoder_layers) ** -0.5)


@mutant("deep_norm_scales")
def no_beta(encoder_layers=0, decoder_layers=0):
    """Scales the skip only."""
    return None, ((2 * decoder_layers) ** 0.25, 1.0)


@mutant("deep_norm_block")
def plain_post_norm(x, norm, branch, alpha):
    """Forgets alpha."""
    return norm(x + branch(x))


@mutant("deep_norm_block")
def alpha_on_the_branch(x, norm, branch, alpha):
    """Scales the branch up in place of the skip."""
    return norm(x + alpha * branch(x))


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("relative_update")
def absolute(before, after):
    """Measures a length and not a share."""
    return float(np.linalg.norm(after - before))
