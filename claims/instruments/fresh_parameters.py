import importlib

import numpy as np


def fresh_parameters(address, width):
    """The trainable parameters of a new layer of any framework, before training.

    address: where Python finds the class, below `torch`, `flax` or `keras`. width: of the features it will see.
    Returns a dict from the framework's own names to arrays. Errors: ImportError if it is not installed.
    Source: the installed package.
    """
    module, _, name = address.rpartition(".")
    layer = getattr(importlib.import_module(module), name)
    if module.startswith("torch"):
        return {key: value.detach().numpy() for key, value in layer(width).named_parameters()}
    if module.startswith("flax"):
        import jax

        fresh = layer().init(jax.random.key(0), np.ones((2, width)))
        return {key: np.asarray(value) for key, value in fresh["params"].items()}
    built = layer()
    built.build((None, width))
    return {weight.name: np.asarray(weight.numpy()) for weight in built.trainable_weights}
