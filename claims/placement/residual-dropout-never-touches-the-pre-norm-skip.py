"""Run both blocks under a fixed dropout mask and compare the dropped and the kept features."""

import numpy as np

from refutable import close, equal, mutant


def check(spelled_block, layer_norm):
    rng = np.random.default_rng(10)
    x, w = rng.normal(3.0, 2.0, size=(4, 8)), rng.normal(size=(8, 8))
    keep = rng.random((4, 8)) < 0.75

    def norm(z):
        return layer_norm(z, eps=1e-5)

    def branch(z):
        return np.tanh(z @ w) + 2.0

    def dropout(z):
        return np.where(keep, z / 0.75, 0.0)

    def standardized(z):
        return (z - z.mean(axis=-1, keepdims=True)) / np.sqrt(z.var(axis=-1, keepdims=True) + 1e-5)

    pre = spelled_block(x, norm, branch, "n", "da", dropout)
    equal("pre-norm, dropped features, bit for bit", bool(np.array_equal(pre[~keep], x[~keep])), True)
    close("pre-norm, kept features", pre[keep] - x[keep], branch(standardized(x))[keep] / 0.75, atol=1e-11)
    post = spelled_block(x, norm, branch, "", "dan", dropout)
    close("post-norm", post, standardized(x + np.where(keep, branch(x) / 0.75, 0.0)), atol=1e-11)


def spell(value, x, norm, letters, dropout):
    for letter in letters:
        value = value + x if letter == "a" else norm(value) if letter == "n" else dropout(value)
    return value


@mutant("spelled_block")
def drops_after_the_addition(x, norm, branch, before, after, dropout=lambda z: z):
    """Adds first and drops then, so the skip loses features."""
    return spell(branch(spell(x, x, norm, before, dropout)), x, norm, after.replace("da", "ad"), dropout)


@mutant("spelled_block")
def drops_what_the_branch_reads(x, norm, branch, before, after, dropout=lambda z: z):
    """Drops features in front of the branch."""
    read = dropout(spell(x, x, norm, before, dropout))
    return spell(branch(read), x, norm, after.replace("d", ""), dropout)


@mutant("spelled_block")
def no_dropout(x, norm, branch, before, after, dropout=lambda z: z):
    """Leaves dropout out."""
    return spell(branch(spell(x, x, norm, before, dropout)), x, norm, after.replace("d", ""), dropout)


@mutant("spelled_block")
def drops_behind_the_norm(x, norm, branch, before, after, dropout=lambda z: z):
    """Drops features of the post-norm output instead of the write."""
    return spell(branch(spell(x, x, norm, before, dropout)), x, norm, after.replace("dan", "and"), dropout)


@mutant("layer_norm")
def unbiased(x, gain=None, bias=None, eps=1e-5):
    """Divides the variance by d - 1."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True, ddof=1) + eps)
