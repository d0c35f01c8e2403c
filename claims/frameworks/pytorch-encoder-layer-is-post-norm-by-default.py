"""Hook the modules of a default encoder layer, and of one with norm_first, and see what each norm is given."""

import numpy as np

from refutable import above, close, equal, mutant


def check(installed_default, trace_encoder_layer):
    for owner in ("TransformerEncoderLayer", "TransformerDecoderLayer", "Transformer"):
        equal(f"default of {owner}", installed_default(f"torch.nn.{owner}", "norm_first"), False)
    x = np.random.default_rng(0).normal(3, 2, size=(6, 16))
    post, pre = trace_encoder_layer(x), trace_encoder_layer(x, norm_first=True)
    equal("modules that ran", sorted(post), sorted(pre))
    h = post["norm1"][1]
    close("default: norm1 is given x plus attention", post["norm1"][0], x + post["self_attn"][1], atol=1e-12)
    close("default: norm2 is given h plus feed-forward", post["norm2"][0], h + post["linear2"][1], atol=1e-12)
    close("default: the output is that of norm2", post["layer"][1], post["norm2"][1], atol=0)
    close("default: mean square of the output", (post["layer"][1] ** 2).mean(axis=-1), 1.0, atol=1e-3)
    close("norm_first: norm1 is given x", pre["norm1"][0], x, atol=0)
    h = pre["norm2"][0]
    close("norm_first: norm2 is given x plus attention", h, x + pre["self_attn"][1], atol=1e-12)
    close("norm_first: the output is h plus feed-forward", pre["layer"][1], h + pre["linear2"][1], atol=1e-12)
    above("norm_first: mean square of the output", (pre["layer"][1] ** 2).mean(axis=-1), 3)


def norm(z):
    return (z - z.mean(axis=-1, keepdims=True)) / np.sqrt(z.var(axis=-1, keepdims=True) + 1e-5)


def run(x, norm_first, branch_input=norm):
    """A trace of a layer whose branches are a tanh and a half."""
    first, second = (lambda z: np.tanh(z)), (lambda z: 0.5 * z)
    t = {}
    if norm_first:
        t["norm1"] = x, branch_input(x)
        t["self_attn"] = t["norm1"][1], first(t["norm1"][1])
        h = x + t["self_attn"][1]
        t["norm2"] = h, branch_input(h)
        t["linear2"] = t["norm2"][1], second(t["norm2"][1])
        t["layer"] = x, h + t["linear2"][1]
    else:
        t["self_attn"] = x, first(x)
        t["norm1"] = x + first(x), norm(x + first(x))
        h = t["norm1"][1]
        t["linear2"] = h, second(h)
        t["norm2"] = h + second(h), norm(h + second(h))
        t["layer"] = x, t["norm2"][1]
    return t


@mutant("trace_encoder_layer", belief=True)
def pre_norm_by_default(x, dropout=0.0, seed=0, norm_first=True):
    """Runs pre-norm where nothing is asked for."""
    return run(x, norm_first)


def observe(tokens, trace_encoder_layer):
    padded = np.tile(tokens, 2)[:, :4] if tokens.shape[1] % 2 else tokens  # two heads
    return trace_encoder_layer(padded)["layer"][1].var(axis=-1)


@mutant("trace_encoder_layer")
def deaf(x, dropout=0.0, seed=0, norm_first=False):
    """Runs post-norm whatever it is told."""
    return run(x, False)


@mutant("trace_encoder_layer")
def output_norm(x, dropout=0.0, seed=0, norm_first=False):
    """Normalizes what the branches return and not the sum."""
    t = run(x, norm_first)
    if not norm_first:
        t["norm1"] = t["self_attn"][1], norm(t["self_attn"][1])
        h = x + t["norm1"][1]
        t["linear2"], t["norm2"] = (h, 0.5 * h), (0.5 * h, norm(0.5 * h))
        t["layer"] = x, h + t["norm2"][1]
    return t


@mutant("trace_encoder_layer")
def normalized_skip(x, dropout=0.0, seed=0, norm_first=False):
    """With norm_first adds to the normalized stream, as the first patch for it did."""
    t = run(x, norm_first)
    if norm_first:
        h = t["norm1"][1] + t["self_attn"][1]
        t["norm2"] = h, norm(h)
        t["linear2"] = norm(h), 0.5 * norm(h)
        t["layer"] = x, h + 0.5 * norm(h)
    return t


@mutant("installed_default")
def norm_first_is_the_default(address, parameter):
    """Says that norm_first is True."""
    return True
