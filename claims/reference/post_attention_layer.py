def post_attention_layer(x, family, attention, feed_forward, norm, post_attention_norm):
    r"""One layer with a module called `post_attention_layernorm`, here P, in four families; N: its other norms.

    $$ \begin{array}{ll}
       \text{llama} & h = x + A(N(x)), \quad x' = h + M(P(h)) \\
       \text{gemma2} & h = x + P(A(N(x))), \quad x' = h + N(M(N(h))) \\
       \text{gpt\_neox} & x' = x + A(N(x)) + M(P(x)) \\
       \text{minimax} & u = N(x), \quad v = P(u + A(u)), \quad x' = v + M(v)
       \end{array} $$

    x: shape (tokens, width). The functions keep the shape. Returns the next stream. MiniMax's factors of skip and
    branch are 1 here. Errors: KeyError for another family.
    Source: transformers 5.24.0, `modeling_llama.py` lines 308-314, `modeling_gemma2.py` lines 309-328,
    `modeling_gpt_neox.py` lines 260-263, `modeling_minimax.py` lines 564-579.
    """

    def llama():
        h = x + attention(norm(x))
        return h + feed_forward(post_attention_norm(h))

    def gemma2():
        h = x + post_attention_norm(attention(norm(x)))
        return h + norm(feed_forward(norm(h)))

    def gpt_neox():
        return x + attention(norm(x)) + feed_forward(post_attention_norm(x))

    def minimax():
        u = norm(x)
        v = post_attention_norm(u + attention(u))
        return v + feed_forward(v)

    return {"llama": llama, "gemma2": gemma2, "gpt_neox": gpt_neox, "minimax": minimax}[family]()
