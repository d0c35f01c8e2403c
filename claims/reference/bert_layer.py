def bert_layer(x, attention, attention_norm, feed_forward, output_norm):
    r"""One layer of BERT: the norm follows each addition.

    $$ h = N_1(A(x) + x), \qquad x' = N_2(M(h) + h) $$

    x: shape (tokens, width). attention, feed_forward: dense output map included; norms: functions that keep the shape.
    Returns the next stream. Dropout is left out. Errors: none.
    Source: google-research/bert at eedf571, `modeling.py` lines 855-880.
    """
    h = attention_norm(attention(x) + x)
    return output_norm(feed_forward(h) + h)
