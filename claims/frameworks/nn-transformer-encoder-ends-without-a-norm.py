"""Run nn.TransformerEncoder around layers of either placement, without a final norm and with one."""

import numpy as np

from refutable import above, close, equal, mutant


def check(installed_default, build_encoder, layer_norm):
    equal("default", installed_default("torch.nn.TransformerEncoder", "norm"), None)
    x = np.random.default_rng(0).normal(3, 2, size=(6, 16))
    pre = build_encoder(x, norm_first=True)[1]
    above("pre-norm: mean square of the output", (pre**2).mean(axis=-1), 3)
    above("pre-norm: mean of the output", np.abs(pre.mean(axis=-1)), 0.5)
    ended = build_encoder(x, norm_first=True, norm=final_norm(16))[1]
    close("pre-norm with a final norm: the norm of what it was without", ended, layer_norm(pre, eps=1e-5), atol=1e-12)
    post = build_encoder(x)[1]
    close("post-norm: mean square of the output", (post**2).mean(axis=-1), 1.0, atol=1e-3)


def final_norm(width):
    import torch

    return torch.nn.LayerNorm(width, dtype=torch.float64)


def normalized(z, eps=1e-5):
    return (z - z.mean(axis=-1, keepdims=True)) / np.sqrt(z.var(axis=-1, keepdims=True) + eps)


def run(x, norm_first, ended):
    for _ in range(2):
        x = x + np.tanh(normalized(x)) if norm_first else normalized(x + np.tanh(x))
    return [], normalized(x) if ended else x


@mutant("build_encoder")
def ends_on_a_norm(x, norm_first=False, batch_first=True, norm=None):
    """Adds a final norm by itself, as nn.Transformer does."""
    return run(x, norm_first, True)


@mutant("build_encoder")
def forgets_the_norm(x, norm_first=False, batch_first=True, norm=None):
    """Ignores the norm that it is given."""
    return run(x, norm_first, False)


@mutant("build_encoder")
def norm_on_the_input(x, norm_first=False, batch_first=True, norm=None):
    """Normalizes the input of the first layer in its place."""
    return run(normalized(x) if norm else x, norm_first, False)


@mutant("build_encoder")
def post_norm_without_its_last(x, norm_first=False, batch_first=True, norm=None):
    """Leaves the sum of the last post-norm layer raw."""
    y = run(x, norm_first, norm is not None)[1]
    return [], y if norm_first else y + np.tanh(y)


@mutant("layer_norm")
def root_mean_square(x, gain=None, bias=None, eps=1e-5):
    """Is RMSNorm."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("installed_default")
def a_norm(address, parameter):
    """Says that a norm is the default."""
    return "LayerNorm"
