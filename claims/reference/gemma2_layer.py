def gemma2_layer(
    x,
    input_layernorm,
    attention,
    post_attention_layernorm,
    pre_feedforward_layernorm,
    mlp,
    post_feedforward_layernorm,
):
    r"""One layer of Gemma 2, with the names that Hugging Face gives to its modules; every norm is inside a branch.

    $$ h = x + N_{\mathrm{post\ attention}}(A(N_{\mathrm{input}}(x))), \qquad
       x' = h + N_{\mathrm{post\ feed}}(M(N_{\mathrm{pre\ feed}}(h))) $$

    x: the residual stream, shape (tokens, width). The others are functions that keep the shape.
    Returns the next stream. Errors: none.
    Source: Hugging Face transformers 5.24.0, `models/gemma2/modeling_gemma2.py` lines 290-329.
    """
    h = x + post_attention_layernorm(attention(input_layernorm(x)))
    return h + post_feedforward_layernorm(mlp(pre_feedforward_layernorm(h)))
