"""Output and gradient of an untrained DeepNorm stack of 500 layers, two sub-layers each."""

import numpy as np

from refutable import below, close, mutant


def check(deep_norm_block, deep_norm_scales, layer_norm, gradient_gain):
    d, layers = 24, 500
    alpha, beta = deep_norm_scales(layers, 0)[0]
    rng = np.random.default_rng(0)
    weights = beta * rng.normal(size=(2 * layers, 2, d, d)) / np.sqrt(d)
    x = 3 + 2 * rng.normal(size=(4, d))

    def run(z):
        z = layer_norm(z)
        for w_in, w_out in weights:
            z = deep_norm_block(z, layer_norm, lambda u, a=w_in, b=w_out: u @ a @ b, alpha)
        return z

    once = layer_norm(x)
    below("distance from one normalization", np.linalg.norm(run(x) - once) / np.linalg.norm(once), 0.1)
    ratio = gradient_gain(run, x) / gradient_gain(layer_norm, x)
    close("gradient over that of one normalization", ratio, 1.0, atol=0.1)


@mutant("deep_norm_block")
def plain_post_norm(x, norm, branch, alpha):
    """Forgets alpha: the input's direction is lost."""
    return norm(x + branch(x))


@mutant("deep_norm_block")
def alpha_on_the_branch(x, norm, branch, alpha):
    """Scales the branch in place of the skip."""
    return norm(x + alpha * branch(x))


@mutant("deep_norm_scales")
def no_beta(encoder_layers=0, decoder_layers=0):
    """Scales the skip and forgets the initial weights."""
    return ((2 * encoder_layers) ** 0.25, 1.0), None


@mutant("deep_norm_scales")
def fourth_root_forgotten_in_beta(encoder_layers=0, decoder_layers=0):
    """Uses a constant 1/2 in place of (8N)^(-1/4)."""
    return ((2 * encoder_layers) ** 0.25, 0.5), None


@mutant("layer_norm")
def not_idempotent(x, gain=None, bias=None, eps=1e-5):
    """Adds a large epsilon, so that a thousand norms are not one."""
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1.0)
