"""Load one checkpoint into an encoder of either placement and compare names, shapes and outputs."""

import numpy as np

from refutable import above, close, equal, mutant


def check(encoder_checkpoint, load_checkpoint, encoder, layer_norm, pre_block, post_block):
    x = np.random.default_rng(3).normal(3, 2, size=(6, 16))
    for final in (True, False):
        trained, fresh = (encoder_checkpoint(16, 32, 2, final, seed) for seed in (0, 1))
        loaded = load_checkpoint(fresh, trained)
        equal("names and shapes", {n: a.shape for n, a in loaded.items()}, {n: a.shape for n, a in fresh.items()})
        own, swapped = (encoder(x, loaded, block, layer_norm) for block in (post_block, pre_block))
        close("same placement: outputs", own, encoder(x, trained, post_block, layer_norm))
        change = np.sqrt(((swapped - own) ** 2).sum() / (own**2).sum())
        above(f"other placement: relative change of the output, final norm {final}", change, 0.3)
    gain, bias = trained["layers.1.norm2.weight"], trained["layers.1.norm2.bias"]
    close("post-norm ends on the last norm of its last layer", ((own - bias) / gain).var(axis=-1), 1.0, atol=1e-3)
    y, c = x[:, :8], encoder_checkpoint(8, 12, 2, seed=5)

    def norm(z, name):
        unit = (z - z.mean(axis=-1, keepdims=True)) / np.sqrt(z.var(axis=-1, keepdims=True) + 1e-5)
        return unit * c[f"{name}.weight"] + c[f"{name}.bias"]

    def attend(z, i):
        w, b = (np.split(c[f"layers.{i}.self_attn.in_proj_{part}"], 3) for part in ("weight", "bias"))
        q, k, v = (z @ a.T + s for a, s in zip(w, b, strict=True))
        weights = np.exp(q @ k.T / np.sqrt(8))
        mixed = weights / weights.sum(axis=1, keepdims=True) @ v
        return mixed @ c[f"layers.{i}.self_attn.out_proj.weight"].T + c[f"layers.{i}.self_attn.out_proj.bias"]

    def feed(z, i):
        inner = z @ c[f"layers.{i}.linear1.weight"].T + c[f"layers.{i}.linear1.bias"]
        return np.maximum(0, inner) @ c[f"layers.{i}.linear2.weight"].T + c[f"layers.{i}.linear2.bias"]

    pre = post = y
    for i in (0, 1):
        for n, branch in ((f"layers.{i}.norm1", attend), (f"layers.{i}.norm2", feed)):
            pre, post = pre + branch(norm(pre, n), i), norm(post + branch(post, i), n)
    close("pre-norm encoder by hand", encoder(y, c, pre_block, layer_norm), norm(pre, "norm"))
    close("post-norm encoder by hand", encoder(y, c, post_block, layer_norm), norm(post, "norm"))


def observe(x, encoder, post_block, layer_norm):  # one layer whose branches write nothing
    names = ("self_attn.in_proj_", "self_attn.out_proj.", "linear1.", "linear2.")
    d, zero = len(x), {}
    for name, outputs in zip(names, (3 * len(x), d, d, d), strict=True):
        zero |= {f"layers.0.{name}weight": np.zeros((outputs, d)), f"layers.0.{name}bias": np.zeros(outputs)}
    for norm in ("norm1", "norm2"):
        zero |= {f"layers.0.{norm}.weight": np.ones(d), f"layers.0.{norm}.bias": np.zeros(d)}
    return encoder(x[None], zero, post_block, layer_norm)[0]


@mutant("post_block", belief=True)
def placement_does_not_matter(x, norm, branch):
    """Believes that the same parameters give the same model: runs the checkpoint as pre-norm."""
    return x + branch(norm(x))


@mutant("pre_block")
def same_function(x, norm, branch):
    """Is post-norm too, so that the swap changes nothing."""
    return norm(x + branch(x))


@mutant("load_checkpoint")
def copies_nothing(parameters, checkpoint):
    """Checks the names and keeps the old parameters."""
    return dict(parameters)


@mutant("load_checkpoint")
def skips_norms(parameters, checkpoint):
    """Loads matrices and leaves the norms as they were."""
    return {name: parameters[name] if "norm" in name else checkpoint[name] for name in parameters}


@mutant("encoder")
def ignores_placement(x, checkpoint, block, layer_norm):
    """Runs the same code for either placement."""
    gain, bias = checkpoint["layers.0.norm1.weight"], checkpoint["layers.0.norm1.bias"]
    return layer_norm(x + np.tanh(x), gain, bias)
