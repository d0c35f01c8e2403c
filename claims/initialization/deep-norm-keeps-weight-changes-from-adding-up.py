"""Amplification in DeepNorm stacks with the prescribed factors, at three depths."""

import numpy as np

from refutable import close, mutant


def check(deep_norm_block, deep_norm_scales, layer_norm, stack, amplification):
    d = 32
    for layers in (4, 16, 64):
        for alpha, beta in (deep_norm_scales(layers, 0)[0], deep_norm_scales(0, layers)[1]):
            rng = np.random.default_rng(layers)
            weights = beta * rng.normal(size=(2 * layers, 2, d, d)) / np.sqrt(d)
            x = layer_norm(rng.normal(size=(16, d)))

            def block(z, norm, branch, alpha=alpha):
                return deep_norm_block(z, norm, branch, alpha)

            def forward(w, x=x, block=block):
                return stack(x, layer_norm, [lambda z, a=a: z @ a[0] @ a[1] for a in w], block)[-1]

            change = amplification(forward, weights, scale=1 / np.sqrt(d))
            # 2 layers * sub-layers * 2 matrices * beta^2 / alpha^2 = 1, less what the branch adds to the sum
            close(f"mean square change, {layers} layers", change, 1.0, atol=0.25)


@mutant("deep_norm_block")
def plain_post_norm(x, norm, branch, alpha):
    """Forgets alpha."""
    return norm(x + branch(x))


@mutant("deep_norm_block")
def alpha_on_the_branch(x, norm, branch, alpha):
    """Scales the branch in place of the skip."""
    return norm(x + alpha * branch(x))


@mutant("deep_norm_scales")
def square_roots(encoder_layers=0, decoder_layers=0):
    """Uses GLM-130B's exponents, (2N)^(1/2) and (2N)^(-1/2)."""
    n = encoder_layers + decoder_layers
    return ((2 * n) ** 0.5, (2 * n) ** -0.5), ((2 * n) ** 0.5, (2 * n) ** -0.5)


@mutant("deep_norm_scales")
def no_beta(encoder_layers=0, decoder_layers=0):
    """Scales the skip and forgets the initial weights."""
    n = encoder_layers + decoder_layers
    return ((2 * n) ** 0.25, 1.0), ((2 * n) ** 0.25, 1.0)


@mutant("deep_norm_scales")
def sub_layers_counted(encoder_layers=0, decoder_layers=0):
    """Puts the number of sub-layers where the number of layers belongs."""
    n = 2 * (encoder_layers + decoder_layers)
    return ((2 * n) ** 0.25, (8 * n) ** -0.25), ((2 * n) ** 0.25, (8 * n) ** -0.25)


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and forgets to divide by the standard deviation."""
    return x - x.mean(axis=-1, keepdims=True)
