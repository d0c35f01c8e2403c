"""Fold a final gain into an unembedding of its own and into one that is also the embedding."""

import numpy as np

from refutable import above, close, mutant


def check(fold_affine, logits, pre_block, layer_norm):
    rng = np.random.default_rng(0)
    table, w, gain = rng.normal(1, 2, size=(11, 16)), rng.normal(size=(16, 16)) / 4, rng.normal(1, 0.5, size=16)
    tokens = np.array([3, 1, 4, 1, 5])

    def bare(z):
        return layer_norm(z, eps=1e-5)

    def model(embedding, unembedding, final):
        return logits(pre_block(embedding[tokens], bare, lambda z: np.tanh(z @ w)), unembedding, final)

    want = model(table, table, lambda z: layer_norm(z, gain, eps=1e-5))
    folded = fold_affine(table.T, np.zeros(11), gain, np.zeros(16))[0].T
    close("unembedding of its own", model(table, folded, bare), want)
    tied = model(folded, folded, bare)
    above("tied to the embedding: relative change", np.linalg.norm(tied - want) / np.linalg.norm(want), 0.1)
    close("the folded rows", folded, table * gain)
    x = table[tokens]
    u = (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5)
    h = x + np.tanh(u @ w)
    last = (h - h.mean(axis=-1, keepdims=True)) / np.sqrt(h.var(axis=-1, keepdims=True) + 1e-5)
    close("logits by hand", want, (last * gain) @ table.T)


@mutant("fold_affine")
def gain_on_the_outputs(weight, offset, gain, bias):
    """Multiplies by the mean gain, a number for all features."""
    return gain.mean() * weight, offset + bias @ weight


@mutant("fold_affine")
def nothing_folded(weight, offset, gain, bias):
    """Returns the matrix as it was."""
    return weight, offset


@mutant("fold_affine")
def divides(weight, offset, gain, bias):
    """Divides by the gain."""
    return weight / gain[:, None], offset


@mutant("logits")
def forgets_the_norm(x, unembedding, norm):
    """Leaves the final norm out."""
    return x @ unembedding.T


@mutant("pre_block")
def input_forgotten(x, norm, branch):
    """Loses the skip, and with it most of what the embedding says."""
    return branch(norm(x))


@mutant("layer_norm")
def ignores_the_gain(x, gain=None, bias=None, eps=1e-5):
    """Ignores the gain, so that there is nothing to fold."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
