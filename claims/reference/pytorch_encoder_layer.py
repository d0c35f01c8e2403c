def pytorch_encoder_layer(x, norm1, attention, norm2, feed_forward, norm_first=False):
    r"""torch.nn.TransformerEncoderLayer: one flag, the same modules in both placements.

    $$ \text{first:}\ h = x + A(N_1(x)),\ x' = h + M(N_2(h)); \qquad
       \text{not:}\ h = N_1(x + A(x)),\ x' = N_2(h + M(h)) $$

    x: shape (tokens, width). The others are functions that keep the shape; dropout is left out.
    Returns the next stream. Errors: none.
    Source: PyTorch 2.13, `torch/nn/modules/transformer.py` lines 941-952.
    """
    if norm_first:
        x = x + attention(norm1(x))
        return x + feed_forward(norm2(x))
    x = norm1(x + attention(x))
    return norm2(x + feed_forward(x))
