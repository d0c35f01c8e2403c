def olmo2_layer(x, attention, attention_norm, feed_forward, feed_forward_norm):
    r"""One layer of OLMo 2: each norm is on what a branch writes; the feed-forward reads the stream after attention.

    $$ h = x + N_1(A(x)), \qquad x' = h + N_2(M(h)) $$

    x: shape (tokens, width). The others are functions that keep the shape. Returns the next stream. Errors: none.
    Source: OLMo 2 report, section 3.3.2; Hugging Face 5.24.0 `models/olmo2/modeling_olmo2.py` lines 299-316. Equation
    (2) of the report prints M(x) in place of M(h).
    """
    h = x + attention_norm(attention(x))
    return h + feed_forward_norm(feed_forward(h))
