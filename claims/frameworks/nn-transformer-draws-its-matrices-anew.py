"""Compare the parameters of the layers inside a new nn.Transformer with each other and with Xavier's limits."""

import numpy as np

from refutable import above, below, close, mutant


def check(stack_weights):
    first, *others = stack_weights(whole=True, layers=4)
    for name, value in first.items():
        if value.ndim == 2:
            limit = np.sqrt(6 / sum(value.shape))
            for layer in (first, *others):
                below(f"{name}: largest entry over Xavier's limit", np.abs(layer[name]).max() / limit, 1.0001)
                deviation = layer[name].std() * np.sqrt(3) / limit
                close(f"{name}: deviation over that of Xavier's rule", deviation, 1.0, atol=0.1)
            correlated = [np.corrcoef(value.ravel(), layer[name].ravel())[0, 1] for layer in others]
            close(f"{name}: correlation with the first layer's", correlated, np.zeros(3), atol=0.25)
        else:
            for layer in others:
                close(f"{name}: difference from the first layer's", layer[name], value, atol=0)
    above("vectors in a layer", sum(value.ndim == 1 for value in first.values()), 8)


NAMES = {"self_attn.in_proj_weight": (48, 16), "self_attn.in_proj_bias": (48,), "self_attn.out_proj.weight": (16, 16),
         "self_attn.out_proj.bias": (16,), "linear1.weight": (32, 16), "linear1.bias": (32,),
         "linear2.weight": (16, 32), "linear2.bias": (16,), "norm1.weight": (16,), "norm1.bias": (16,),
         "norm2.weight": (16,), "norm2.bias": (16,)}


def drawn(seeds, limit=lambda shape: np.sqrt(6 / sum(shape)), vectors=lambda i: 0):
    found = []
    for i, seed in enumerate(seeds):
        rng = np.random.default_rng(seed)
        found.append({name: limit(shape) * rng.uniform(-1, 1, size=shape) if len(shape) == 2
                      else np.full(shape, 1.0 + vectors(i)) for name, shape in NAMES.items()})
    return found


@mutant("stack_weights")
def copies(whole, layers):
    """Copies the first layer, as nn.TransformerEncoder does."""
    return drawn([0] * layers)


@mutant("stack_weights")
def default_of_linear_layers(whole, layers):
    """Leaves the matrices at the scale of nn.Linear."""
    return drawn(range(layers), lambda shape: 1 / np.sqrt(shape[1]))


@mutant("stack_weights")
def three_square_matrices(whole, layers):
    """Counts queries, keys and values as three matrices in Xavier's rule."""
    return drawn(range(layers), lambda shape: np.sqrt(6 / (32 if shape[0] == 48 else sum(shape))))


@mutant("stack_weights")
def draws_the_vectors_too(whole, layers):
    """Draws biases and norms anew as well."""
    return drawn(range(layers), vectors=lambda i: 0.1 * i)


@mutant("stack_weights")
def normal_rule(whole, layers):
    """Draws from Xavier's normal rule, which has no limit."""
    found = drawn(range(layers))
    for i, layer in enumerate(found):
        rng = np.random.default_rng(i)
        layer |= {name: np.sqrt(2 / sum(shape)) * rng.normal(size=shape) for name, shape in NAMES.items()
                  if len(shape) == 2}
    return found
