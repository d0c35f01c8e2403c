"""Load checkpoints with and without a final norm into each other, strictly."""

import numpy as np

from refutable import equal, mutant


def check(encoder_checkpoint, load_checkpoint):
    pre, post = (encoder_checkpoint(8, 16, 2, final_norm) for final_norm in (True, False))

    def complaint(parameters, checkpoint):
        try:
            load_checkpoint(parameters, checkpoint)
        except KeyError as error:
            return str(error.args[0])
        return "loaded"

    norm = ["norm.bias", "norm.weight"]
    equal("post-norm checkpoint into pre-norm model", complaint(pre, post), f"missing {norm}, unexpected []")
    equal("pre-norm checkpoint into post-norm model", complaint(post, pre), f"missing [], unexpected {norm}")
    equal("own checkpoint", (complaint(pre, pre), complaint(post, post)), ("loaded", "loaded"))
    equal("what the two share", sorted(pre.keys() & post.keys()), sorted(post))
    def refuses_a_wrong_shape(name):
        try:
            load_checkpoint(pre, {**pre, name: np.ones(3)})
        except ValueError:
            return True
        return False

    equal("arrays whose shape is compared", sum(map(refuses_a_wrong_shape, pre)), len(pre))
    equal("what is loaded is the dict itself", load_checkpoint(pre, pre) is pre, False)


@mutant("load_checkpoint")
def not_strict(parameters, checkpoint):
    """Takes what fits and says nothing about the rest."""
    return {name: checkpoint.get(name, array) for name, array in parameters.items()}


@mutant("load_checkpoint")
def allows_extra(parameters, checkpoint):
    """Complains about missing arrays and not about unexpected ones."""
    missing = sorted(parameters.keys() - checkpoint.keys())
    if missing:
        raise KeyError(f"missing {missing}, unexpected []")
    return dict(checkpoint)


@mutant("load_checkpoint")
def counts_only(parameters, checkpoint):
    """Compares how many arrays there are and does not name them."""
    if len(parameters) != len(checkpoint):
        raise KeyError(f"{len(parameters)} arrays wanted, {len(checkpoint)} found")
    return dict(checkpoint)


@mutant("encoder_checkpoint")
def always_a_final_norm(width, hidden, layers, final_norm=True, seed=0):
    """Gives every model a final norm, as nn.Transformer does."""
    return {"layers.0.norm1.weight": np.ones(width), "norm.weight": np.ones(width), "norm.bias": np.zeros(width)}


@mutant("encoder_checkpoint")
def gain_only(width, hidden, layers, final_norm=True, seed=0):
    """Has a final RMSNorm, which has no bias."""
    final = {"norm.weight": np.ones(width)} if final_norm else {}
    return {"layers.0.norm1.weight": np.ones(width)} | final
