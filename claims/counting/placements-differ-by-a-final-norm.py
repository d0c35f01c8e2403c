"""Count the parameters of a whole model with and without the final norm."""

import numpy as np

from refutable import equal, mutant


def check(count_parameters, encoder_checkpoint):
    for width, layers, both in ((64, 1, 128), (64, 6, 128), (24, 3, 48)):
        pre = encoder_checkpoint(width, 4 * width, layers, final_norm=True)
        post = encoder_checkpoint(width, 4 * width, layers, final_norm=False)
        extra = {name: array for name, array in pre.items() if name not in post}
        equal(f"LayerNorm, width {width}, depth {layers}", count_parameters(pre) - count_parameters(post), both)
        equal("shared parameters have equal shapes", [pre[n].shape == post[n].shape for n in post], [True] * len(post))
        gains = {name: array for name, array in extra.items() if name.endswith("weight")}
        equal(f"RMSNorm, width {width}, depth {layers}", count_parameters(gains), width)


def observe(n, count_parameters, encoder_checkpoint):  # n: the width
    pre, post = (count_parameters(encoder_checkpoint(n, 2 * n, 1, final_norm)) for final_norm in (True, False))
    return pre - post


@mutant("encoder_checkpoint", belief=True)
def no_final_norm(width, hidden, layers, final_norm=True, seed=0):
    """Has the same parameters in both placements, because it gives pre-norm no final norm."""
    return {"layers.0.linear1.weight": np.zeros((hidden, width)), "layers.0.norm1.weight": np.zeros(width)}


@mutant("encoder_checkpoint")
def final_norm_in_each_layer(width, hidden, layers, final_norm=True, seed=0):
    """Adds the extra norm to every layer, so the difference grows with depth."""
    names = ["layers.{}.norm1"] + ["layers.{}.norm3"] * final_norm
    kinds = ("weight", "bias")
    return {f"{name.format(i)}.{kind}": np.zeros(width) for i in range(layers) for name in names for kind in kinds}


@mutant("encoder_checkpoint")
def final_norm_of_hidden_width(width, hidden, layers, final_norm=True, seed=0):
    """Gives the final norm the hidden width of the feed-forward network."""
    return {f"norm.{kind}": np.zeros(hidden) for kind in ("weight", "bias")} if final_norm else {"a": np.zeros(0)}


@mutant("encoder_checkpoint")
def centred_final_norm_without_bias(width, hidden, layers, final_norm=True, seed=0):
    """Gives the final LayerNorm a gain and no bias."""
    return {"norm.weight": np.zeros(width)} if final_norm else {}


@mutant("count_parameters")
def count_matrices(checkpoint):
    """Counts matrices only, where gains and biases do not show."""
    return sum(array.size for array in checkpoint.values() if array.ndim == 2)
