"""Run one dict of parameters in both placements, note which names each run reads, and count."""

import numpy as np

from refutable import equal, mutant


class Noted(dict):
    """A checkpoint that notes which of its arrays are read."""

    def __init__(self, arrays):
        super().__init__(arrays)
        self.read = set()

    def __getitem__(self, name):
        self.read.add(name)
        return super().__getitem__(name)


def check(count_parameters, encoder_checkpoint, encoder, layer_norm, pre_block, post_block):
    parameters = encoder_checkpoint(64, 256, layers=1, final_norm=False)
    equal("parameters of the layer", count_parameters(parameters), 49_984)
    equal("of these in norms", count_parameters({n: a for n, a in parameters.items() if "norm" in n}), 256)
    x = np.random.default_rng(7).normal(3, 2, size=(3, 64))
    for name, block in (("pre-norm", pre_block), ("post-norm", post_block)):
        noted = Noted(parameters)
        encoder(x, noted, block, layer_norm)
        equal(f"parameters that {name} reads", count_parameters({n: parameters[n] for n in noted.read}), 49_984)


@mutant("encoder_checkpoint")
def one_norm(width, hidden, layers, final_norm=True, seed=0):
    """Has one norm in each layer and not two."""
    shapes = [(3 * width, width), (3 * width,), (width, width), (width,), (hidden, width), (hidden,), (width, hidden)]
    return {f"{i}": np.zeros(shape) for i, shape in enumerate([*shapes, (width,), (width,), (width,)])}


@mutant("encoder_checkpoint")
def no_biases(width, hidden, layers, final_norm=True, seed=0):
    """Leaves the biases of the linear maps out of the count."""
    return {"a": np.zeros((4 * width, width)), "b": np.zeros((2 * hidden, width)), "norm": np.zeros((4, width))}


@mutant("pre_block")
def forgets_the_norm(x, norm, branch):
    """Pre-norm without its norm: the gains are never read."""
    return x + branch(x)


@mutant("post_block")
def norm_only(x, norm, branch):
    """Drops the branch, so its weights are never read."""
    return norm(x)


@mutant("encoder")
def attention_only(x, checkpoint, block, layer_norm):
    """Reads the attention sub-layer and forgets the feed-forward one."""
    gain, bias = checkpoint["layers.0.norm1.weight"], checkpoint["layers.0.norm1.bias"]
    weight = checkpoint["layers.0.self_attn.out_proj.weight"]
    return block(x, lambda z: layer_norm(z, gain, bias), lambda z: z @ weight)


@mutant("count_parameters")
def count_matrices(checkpoint):
    """Counts matrices only, without biases and gains."""
    return sum(array.size for array in checkpoint.values() if array.ndim == 2)
