"""Compare the parameters of all layers of a new encoder with those of its first one."""

import numpy as np

from refutable import above, close, equal, mutant


def check(stack_weights):
    first, *others = stack_weights(whole=False, layers=6)
    equal("layers", 1 + len(others), 6)
    matrices = [name for name, value in first.items() if value.ndim == 2]
    equal("matrices in a layer", len(matrices), 4)
    for name, value in first.items():
        for layer in others:
            close(f"{name}: difference from the first layer's", layer[name], value, atol=0)
    above("spread of the first layer's matrices", [first[name].std() for name in matrices], 0.05)
    equal("are they copies?", any(np.shares_memory(first[matrices[0]], layer[matrices[0]]) for layer in others), False)


def observe(n, stack_weights):
    first, last = (stack_weights(whole=False, layers=n + 1)[i]["linear1.weight"] for i in (0, -1))
    return float(np.abs(first - last).max())


NAMES = {"self_attn.in_proj_weight": (48, 16), "self_attn.out_proj.weight": (16, 16), "linear1.weight": (32, 16),
         "linear2.weight": (16, 32), "norm1.weight": (16,)}


def drawn(layers, seeds, scale=0.2):
    return [{name: scale * np.random.default_rng(seed).normal(size=shape) for name, shape in NAMES.items()}
            for seed in seeds][:layers]


@mutant("stack_weights")
def independent(whole, layers):
    """Draws every layer by itself."""
    return drawn(layers, range(layers))


@mutant("stack_weights")
def one_layer_shared(whole, layers):
    """Uses one layer again and again, as ALBERT does."""
    return drawn(1, [0]) * layers


@mutant("stack_weights")
def copies_the_matrices_alone(whole, layers):
    """Copies matrices and draws the vectors anew."""
    found = drawn(layers, [0] * layers)
    for i, layer in enumerate(found):
        layer["norm1.weight"] = layer["norm1.weight"] + i
    return found


@mutant("stack_weights")
def zeros(whole, layers):
    """Starts every matrix at 0, where all are alike for another reason."""
    return drawn(layers, [0] * layers, scale=0.0)


@mutant("stack_weights")
def two_alternating(whole, layers):
    """Alternates between two layers."""
    return drawn(layers, [i % 2 for i in range(layers)])
