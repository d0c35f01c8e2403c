def b2t_layer(x, attention, feed_forward, attention_norm, final_norm):
    r"""Post-norm layer with a bottom-to-top connection: one more skip, past every norm of the layer but the last.

    $$ h = N_1(x + A(x)), \qquad x' = N_2(x + h + M(h)) $$

    x: the stream, shape (..., width). The other arguments are functions that keep the shape.
    Returns the next stream. Errors: none.
    Source: takase/b2t_connection at c8e2ad4, `fairseq/modules/transformer_layer.py`, TransformerEncoderLayer.forward.
    """
    h = attention_norm(x + attention(x))
    return final_norm(x + h + feed_forward(h))
