"""Make one new layer of each kind in each framework and look at its parameters."""

import numpy as np

from refutable import close, equal, mutant

LAYERS = {"torch.nn.LayerNorm": ("weight", "bias"), "flax.linen.LayerNorm": ("scale", "bias"),
          "keras.layers.LayerNormalization": ("gamma", "beta"), "torch.nn.RMSNorm": ("weight",),
          "flax.linen.RMSNorm": ("scale",), "keras.layers.RMSNormalization": ("scale",)}


def check(fresh_parameters):
    for address, (gain, *bias) in LAYERS.items():
        found = fresh_parameters(address, 12)
        equal(f"{address}: parameters", sorted(found), sorted([gain, *bias]))
        close(f"{address}: gain", found[gain], np.ones(12), atol=0)
        for name in bias:
            close(f"{address}: bias", found[name], np.zeros(12), atol=0)


@mutant("fresh_parameters")
def bias_everywhere(address, width):
    """Gives RMSNorm a bias."""
    gain = {"torch": "weight", "flax": "scale"}.get(address.split(".")[0], "gamma" if "Layer" in address else "scale")
    return {gain: np.ones(width), "beta" if "keras" in address else "bias": np.zeros(width)}


@mutant("fresh_parameters")
def unit_offset(address, width):
    """Starts gains at 0, as Gemma's parameterization does."""
    return {name: np.zeros(width) for name in LAYERS[address]}


@mutant("fresh_parameters")
def one_number(address, width):
    """Has one gain for all features, as ScaleNorm does."""
    return {name: np.full(1, float(i == 0)) for i, name in enumerate(LAYERS[address])}


@mutant("fresh_parameters")
def random_bias(address, width):
    """Draws the bias as that of a linear layer is drawn."""
    drawn = np.random.default_rng(0).uniform(-0.3, 0.3, size=width)
    return {name: np.ones(width) if i == 0 else drawn for i, name in enumerate(LAYERS[address])}


@mutant("fresh_parameters")
def no_bias(address, width):
    """Leaves the bias of LayerNorm out."""
    return {LAYERS[address][0]: np.ones(width)}
