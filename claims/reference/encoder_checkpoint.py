import numpy as np


def encoder_checkpoint(width, hidden, layers, final_norm=True, seed=0):
    r"""Random parameters of an encoder, under the names and in the shapes that PyTorch gives them.

    $$ W \sim \mathcal N(0, 1/n_{\mathrm{in}}), \qquad b \sim \mathcal N(0, 0.1^2), \qquad
       \gamma \sim \mathcal N(1, 0.3^2), \quad \beta \sim \mathcal N(0, 0.3^2) $$

    A layer has W_Q, W_K, W_V stacked in `in_proj` (3 width, width), `out_proj` (width, width), `linear1` (hidden,
    width), `linear2` (width, hidden), a bias for each, and two norms of gain and bias (width,). `norm` is the final
    norm. Gains are not 1, as after some training.
    Returns a dict from names to arrays; nothing in it tells where the norms go. Errors: none.
    Source: PyTorch 2.13, state_dict of `nn.TransformerEncoder`, `torch/nn/modules/transformer.py`.
    """
    rng = np.random.default_rng(seed)
    parameters = {}

    def linear(name, outputs, inputs, joint=""):
        parameters[f"{name}{joint}weight"] = rng.normal(size=(outputs, inputs)) / np.sqrt(inputs)
        parameters[f"{name}{joint}bias"] = 0.1 * rng.normal(size=outputs)

    def norm(name):
        parameters[f"{name}.weight"] = 1 + 0.3 * rng.normal(size=width)
        parameters[f"{name}.bias"] = 0.3 * rng.normal(size=width)

    for i in range(layers):
        linear(f"layers.{i}.self_attn.in_proj", 3 * width, width, joint="_")
        linear(f"layers.{i}.self_attn.out_proj", width, width, joint=".")
        linear(f"layers.{i}.linear1", hidden, width, joint=".")
        linear(f"layers.{i}.linear2", width, hidden, joint=".")
        norm(f"layers.{i}.norm1")
        norm(f"layers.{i}.norm2")
    if final_norm:
        norm("norm")
    return parameters
