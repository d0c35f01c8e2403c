"""Load encoders with and without a final norm into each other and read the complaints."""

import re

import numpy as np

from refutable import equal, mutant


def check(swap_placement):
    x = np.random.default_rng(0).normal(3, 2, size=(6, 16))
    for trained, fresh, word in ((False, True, "Missing"), (True, False, "Unexpected")):
        said, outputs = swap_placement(x, trained, fresh)
        name = f"final norm {'trained' if trained else 'fresh'} alone"
        equal(f"{name}: outputs", outputs, None)
        equal(f"{name}: keys named", sorted(re.findall(r'"([^"]+)"', said)), ["norm.bias", "norm.weight"])
        equal(f"{name}: kinds of complaint", re.findall(r"(Missing|Unexpected) key", said), [word])
    equal("both with a final norm: complaint", swap_placement(x, True, True)[0], "")


def complaint(trained_norm, fresh_norm, keys='"norm.weight", "norm.bias"', swapped=False):
    if trained_norm == fresh_norm:
        return "", [np.zeros(1)] * 2
    word = "Unexpected" if trained_norm != swapped else "Missing"
    return f"{word} key(s) in state_dict: {keys}.", None


@mutant("swap_placement")
def silent(x, trained_norm, fresh_norm):
    """Says nothing."""
    return "", [x, x]


@mutant("swap_placement")
def swapped_words(x, trained_norm, fresh_norm):
    """Calls missing what is unexpected."""
    return complaint(trained_norm, fresh_norm, swapped=True)


@mutant("swap_placement")
def every_norm(x, trained_norm, fresh_norm):
    """Names the norms of the layers, as if their place were in the checkpoint."""
    return complaint(trained_norm, fresh_norm, '"layers.0.norm1.weight", "norm.weight", "norm.bias"')


@mutant("swap_placement")
def gain_alone(x, trained_norm, fresh_norm):
    """Has a final norm without a bias."""
    return complaint(trained_norm, fresh_norm, '"norm.weight"')


@mutant("swap_placement")
def always_loud(x, trained_norm, fresh_norm):
    """Complains about the placement in any case."""
    return 'Missing key(s) in state_dict: "norm_first".', None
