"""DeepNorm for a decoder-only stack: its two factors and its block."""

from inputs import X, add, afterwards, branch, norm, scaled

NAMES = ("deep_norm_scales", "deep_norm_block")


# --8<-- [start:solution]
def deep_norm_scales(layers):
    return (2 * layers) ** 0.25, (8 * layers) ** -0.25


def deep_norm_block(x, norm, branch, alpha):
    write = branch(x)
    return norm([alpha * x[i] + write[i] for i in range(len(x))])
# --8<-- [end:solution]


solution = {"deep_norm_scales": deep_norm_scales, "deep_norm_block": deep_norm_block}


def probes(f):
    scales, block = f["deep_norm_scales"], f["deep_norm_block"]
    for layers in (8, 1, 24, 1000):
        yield "deep_norm_scales", f"the factors for {layers} layers", lambda layers=layers: scales(layers)
    yield "deep_norm_block", "8 numbers, alpha 2", lambda: block(list(X), norm, branch, 2.0)
    yield "deep_norm_block", "8 numbers, alpha 6.7", lambda: block(list(X), norm, branch, 6.7)
    yield "deep_norm_block", "the same, times 1000", lambda: block(scaled(X, 1000), norm, branch, 6.7)
    yield "deep_norm_block", "8 numbers, alpha 1", lambda: block(list(X), norm, branch, 1.0)
    yield "deep_norm_block", "x after the call", lambda: afterwards(lambda x: block(x, norm, branch, 2.0), list(X))


def scales_its_input(x, norm, branch, alpha):
    wanted = deep_norm_block(x, norm, branch, alpha)
    x[:] = scaled(x, alpha)
    return wanted


WRONG = (
    ("deep_norm_scales", "These are GLM-130B's square roots. DeepNorm takes fourth roots.",
     lambda n: ((2 * n) ** 0.5, (2 * n) ** -0.5)),
    ("deep_norm_scales", "The fourth root stands on the number of layers alone. It is (2 * layers) ** 0.25.",
     lambda n: (2 * n ** 0.25, 8 * n ** -0.25)),
    ("deep_norm_scales", "Beta is not the inverse of alpha: it has 8, not 2.",
     lambda n: ((2 * n) ** 0.25, (2 * n) ** -0.25)),
    ("deep_norm_scales", "Beta grows with depth here. It is an inverse root.",
     lambda n: ((2 * n) ** 0.25, (8 * n) ** 0.25)),
    ("deep_norm_scales", "The initial weights are not scaled: beta is missing.", lambda n: ((2 * n) ** 0.25, 1.0)),
    ("deep_norm_scales", "Only alpha is returned.", lambda n: (2 * n) ** 0.25),
    ("deep_norm_scales", "These are the factors of a decoder beside an encoder.",
     lambda n: ((3 * n) ** 0.25, (12 * n) ** -0.25)),
    ("deep_norm_scales", "Alpha and beta are exchanged.", lambda n: ((8 * n) ** -0.25, (2 * n) ** 0.25)),
    ("deep_norm_scales", "1 // 4 is 0, and everything to the power 0 is 1. Write 1 / 4.", lambda n: (1, 1)),
    ("deep_norm_block", "Alpha is left out: this is plain post-norm.",
     lambda x, norm, branch, alpha: norm(add(x, branch(x)))),
    ("deep_norm_block", "Alpha is on the branch. It belongs on the skip.",
     lambda x, norm, branch, alpha: norm(add(x, scaled(branch(x), alpha)))),
    ("deep_norm_block", "Alpha is on skip and branch, and the norm takes it back.",
     lambda x, norm, branch, alpha: norm(scaled(add(x, branch(x)), alpha))),
    ("deep_norm_block", "Alpha is outside the norm, so the stream grows with it.",
     lambda x, norm, branch, alpha: scaled(norm(add(x, branch(x))), alpha)),
    ("deep_norm_block", "The skip is divided by alpha. It is multiplied.",
     lambda x, norm, branch, alpha: norm(add(scaled(x, 1 / alpha), branch(x)))),
    ("deep_norm_block", "The branch reads alpha x. It reads x as it is.",
     lambda x, norm, branch, alpha: norm(add(scaled(x, alpha), branch(scaled(x, alpha))))),
    ("deep_norm_block", "This is pre-norm with a scaled skip. DeepNorm is a post-norm.",
     lambda x, norm, branch, alpha: add(scaled(x, alpha), branch(norm(x)))),
    ("deep_norm_block", "The sum is not normalized.",
     lambda x, norm, branch, alpha: add(scaled(x, alpha), branch(x))),
    ("deep_norm_block", "The skip is missing.", lambda x, norm, branch, alpha: norm(branch(x))),
    ("deep_norm_block", "The list that was handed in has changed. Work on a new list.", scales_its_input),
)
