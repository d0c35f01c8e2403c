"""Lay out all arrays of Llama 7B without their memory and count."""

import numpy as np

from refutable import close, equal, mutant

WIDTH, HIDDEN, LAYERS, VOCABULARY = 4096, 11008, 32, 32000


def check(count_parameters, encoder_checkpoint):
    def array(*shape):
        return np.broadcast_to(np.float32(0), shape)  # a view of one number: billions of entries, no memory

    model = {"embedding": array(VOCABULARY, WIDTH), "head": array(VOCABULARY, WIDTH), "norm": array(WIDTH)}
    for i in range(LAYERS):
        model |= {f"{i}.{name}": array(WIDTH, WIDTH) for name in "qkvo"}
        model |= {f"{i}.{name}": array(HIDDEN, WIDTH) for name in ("gate", "up", "down")}
        model |= {f"{i}.{name}.norm": array(WIDTH) for name in ("input", "post_attention")}
    norms = {name: a for name, a in model.items() if name.endswith("norm")}
    equal("parameters", count_parameters(model), 6_738_415_616)
    equal("of these in norms", count_parameters(norms), 266_240)
    close("share", count_parameters(norms) / count_parameters(model), 3.95e-5, atol=1e-7)
    equal("of these in the final norm", count_parameters({"norm": model["norm"]}), 4096)
    small = encoder_checkpoint(64, 256, 1, final_norm=False)
    share = count_parameters({n: a for n, a in small.items() if "norm" in n}) / count_parameters(small)
    close("share in a layer of width 64", share, 256 / 49984)


def observe(n, count_parameters, encoder_checkpoint):  # the final norm's share of an encoder of n layers of width 64
    model = encoder_checkpoint(64, 256, n)
    return count_parameters({"norm": model["norm.weight"]}) / count_parameters(model)


@mutant("count_parameters", belief=True)
def count_arrays(checkpoint):
    """Counts arrays; by that count norms are a fifth of the model."""
    return len(checkpoint)


@mutant("count_parameters")
def count_rows(checkpoint):
    """Counts the rows of each array."""
    return sum(len(array) for array in checkpoint.values())


@mutant("count_parameters")
def count_bytes(checkpoint):
    """Counts bytes and not numbers."""
    return sum(array.nbytes for array in checkpoint.values())


@mutant("count_parameters")
def tied(checkpoint):
    """Counts the head as tied to the embedding, which in Llama it is not."""
    return sum(array.size for name, array in checkpoint.items() if name != "head")


@mutant("encoder_checkpoint")
def diagonal_weights(width, hidden, layers, final_norm=True, seed=0):
    """Makes the linear maps diagonal, so that norms weigh as much as they do."""
    return {name: np.zeros(width) for name in ("weight", "norm.weight", "norm.bias")}
