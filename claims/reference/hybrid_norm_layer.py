def hybrid_norm_layer(x, attention, feed_forward, norm):
    r"""HybridNorm: norms on queries, keys and values inside the attention, and one on the stream behind it.

    $$ h = x + A(x), \qquad u = N(h), \qquad x' = u + M(u) $$

    x: the stream, shape (..., width). attention (with its inner norms), feed_forward, norm: functions that keep the
    shape.
    Returns the next stream. Errors: none.
    Source: BryceZhuo/HybridNorm at f0dd605, `dense_model/olmo/model.py` lines 814-893 with the flags of
    `configs/exps/1.2B-dense-HybriedNorm.yaml` (attn_norm false, ffn_norm and ffn_residual_after_norm true).
    """
    u = norm(x + attention(x))
    return u + feed_forward(u)
