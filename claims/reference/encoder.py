import numpy as np


def encoder(x, checkpoint, block, layer_norm):
    r"""An encoder whose parameters are read by name and whose placement is an argument.

    $$ x_{l+1} = \mathrm{block}(x_l, N_l, F_l), \qquad F_l \text{ alternating between attention and feed-forward} $$

    x: shape (tokens, width). checkpoint: a dict as `encoder_checkpoint` makes it.
    block: `pre_block`, `post_block` or another function (x, norm, branch) -> x.
    layer_norm: a function (x, gain, bias) that keeps the shape.
    The final norm is applied if the dict has one. Attention has one head, the feed-forward network uses ReLU.
    Returns shape (tokens, width). Errors: KeyError if a name is missing.
    Source: PyTorch 2.13, `TransformerEncoderLayer.forward`, which runs both placements from the same parameters.
    """

    def linear(z, name):
        return z @ checkpoint[f"{name}weight"].T + checkpoint[f"{name}bias"]

    def norm(name):
        return lambda z: layer_norm(z, checkpoint[f"{name}.weight"], checkpoint[f"{name}.bias"])

    def attention(z, name):
        q, k, v = np.split(linear(z, f"{name}.in_proj_"), 3, axis=-1)
        scores = np.exp(q @ k.T / np.sqrt(q.shape[-1]))
        return linear(scores / scores.sum(axis=-1, keepdims=True) @ v, f"{name}.out_proj.")

    def feed_forward(z, name):
        return linear(np.maximum(0, linear(z, f"{name}.linear1.")), f"{name}.linear2.")

    depth = len({name.split(".")[1] for name in checkpoint if name.startswith("layers.")})
    for layer in (f"layers.{i}" for i in range(depth)):
        x = block(x, norm(f"{layer}.norm1"), lambda z, layer=layer: attention(z, f"{layer}.self_attn"))
        x = block(x, norm(f"{layer}.norm2"), lambda z, layer=layer: feed_forward(z, layer))
    return norm("norm")(x) if "norm.weight" in checkpoint else x
