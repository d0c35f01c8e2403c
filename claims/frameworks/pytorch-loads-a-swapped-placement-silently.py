"""Load post-norm encoders into pre-norm ones, strictly, and compare names, complaints and outputs."""

import numpy as np

from refutable import above, close, equal, mutant


def check(swap_placement):
    x = np.random.default_rng(0).normal(3, 2, size=(6, 16))
    for final in (True, False):
        said, outputs = swap_placement(x, final, final)
        name = "both with a final norm" if final else "none with a final norm"
        equal(f"{name}: complaint", said, "")
        trained, loaded = outputs
        close(f"{name}: mean square of the trained one", (trained**2).mean(axis=-1), 1.0, atol=1e-3)
        above(f"{name}: relative difference of the loaded one",
              np.sqrt(((loaded - trained) ** 2).sum() / (trained**2).sum()), 0.1)
    equal("one with, one without: is it silent?", swap_placement(x, False, True)[0] == "", False)


def observe(tokens, swap_placement):
    padded = np.tile(tokens, 2)[:, :4] if tokens.shape[1] % 2 else tokens  # two heads
    said, outputs = swap_placement(padded, True, True)
    return said == "" and float(np.abs(outputs[0] - outputs[1]).max())


def normalized(z, eps=1e-5):
    return (z - z.mean(axis=-1, keepdims=True)) / np.sqrt(z.var(axis=-1, keepdims=True) + eps)


def encoders(x, pre):
    post = x
    for _ in range(3):
        post = normalized(post + np.tanh(post))
    return [post, pre]


@mutant("swap_placement")
def same_function(x, trained_norm, fresh_norm):
    """Believes that what loads is the same model."""
    return ("" if trained_norm == fresh_norm else "Missing key(s)"), encoders(x, encoders(x, x)[0])


@mutant("swap_placement")
def loud(x, trained_norm, fresh_norm):
    """Notices the placement."""
    return "norm_first differs", None


@mutant("swap_placement")
def forgiving(x, trained_norm, fresh_norm):
    """Loads what fits and says nothing about the rest."""
    return "", encoders(x, x + np.tanh(normalized(x)))


@mutant("swap_placement")
def trained_was_pre_norm(x, trained_norm, fresh_norm):
    """Has both encoders pre-norm."""
    return ("" if trained_norm == fresh_norm else "Missing key(s)"), [x + np.tanh(normalized(x))] * 2


@mutant("swap_placement")
def loads_nothing(x, trained_norm, fresh_norm):
    """Complains where neither has a final norm."""
    return ("" if trained_norm and fresh_norm else "Missing key(s)"), encoders(x, x + np.tanh(normalized(x)))
