def serial_layer(x, attention_norm, attention, feed_forward_norm, feed_forward):
    r"""One layer of pre-norm with its two sub-layers one after the other; the feed-forward reads what attention wrote.

    $$ h = x + A(N_1(x)), \qquad x' = h + M(N_2(h)) $$

    x: shape (tokens, width). The others are functions that keep the shape. Returns the next stream. Errors: none.
    Source: GPT-2 code, `src/model.py` lines 123-130; Llama in transformers 5.24.0, `modeling_llama.py` lines 295-314.
    """
    h = x + attention(attention_norm(x))
    return h + feed_forward(feed_forward_norm(h))
