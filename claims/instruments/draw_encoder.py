import math

import numpy as np


def draw_encoder(
    depth,
    seed,
    *,
    scale="torch",
    gain=1.0,
    cloned=False,
    cross=False,
    width=32,
    hidden=64,
    symbols=16,
    length=8,
    dtype=np.float32,
):
    r"""Initial weights of a small Transformer encoder, as arrays by name; those of the layers are stacked.

    $$ W_{ij} \sim \mathrm{U}(-a, a), \qquad a = \sqrt{6 / (\text{rows} + \text{columns})} \;\text{(Xavier)}
       \quad\text{or}\quad a = 1/\sqrt{\text{rows}} $$

    scale: "xavier", Xavier with gain 1 for every matrix; or "torch", the defaults of PyTorch's encoder layer: query,
    key and value together are Xavier over (3d, d), all other matrices of a layer uniform within 1/sqrt(fan-in). The
    head is Xavier, embeddings and positions are standard normal, biases 0, gains 1 in both. gain multiplies the
    value, output and feed-forward matrices. cloned: all layers start equal to the first, otherwise each is drawn on
    its own.
    cross: a third sub-layer, cross-attention, between the other two.
    Returns a dictionary. Errors: none.
    Source: Glorot and Bengio's bound; torch/nn/modules/activation.py and linear.py of PyTorch 2.13, reset_parameters.
    """
    rng = np.random.default_rng(seed)

    def uniform(bound, *shape):
        return rng.uniform(-bound, bound, size=shape)

    d, f, xavier = width, hidden, scale == "xavier"
    p = {
        "symbol": rng.normal(size=(symbols, d)),
        "place": rng.normal(size=(length, d)),
        "head": uniform(math.sqrt(6 / (d + symbols)), d, symbols),
    }
    for name in ("", "cross_") if cross else ("",):
        p[name + "qkv"] = uniform(math.sqrt(3 / d if xavier else 1.5 / d), depth, d, 3 * d)
        p[name + "out"] = uniform(math.sqrt(3 / d if xavier else 1 / d), depth, d, d)
    p["up"] = uniform(math.sqrt(6 / (d + f) if xavier else 1 / d), depth, d, f)
    p["down"] = uniform(math.sqrt(6 / (d + f) if xavier else 1 / f), depth, f, d)
    for name, matrix in p.items():
        if matrix.ndim == 3:
            matrix[..., 2 * d if name.endswith("qkv") else 0 :] *= gain
            if cloned:
                matrix[:] = matrix[0]
    norms = 3 if cross else 2
    p |= {
        "b_up": np.zeros((depth, f)),
        "b_down": np.zeros((depth, d)),
        "gain": np.ones((depth, norms, d)),
        "bias": np.zeros((depth, norms, d)),
        "final_gain": np.ones(d),
        "final_bias": np.zeros(d),
    }
    return {name: value.astype(dtype) for name, value in p.items()}
