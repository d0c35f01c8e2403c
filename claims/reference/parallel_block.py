def parallel_block(x, norm, attention, feed_forward, second_norm=None):
    r"""Attention and feed-forward side by side: both read the same stream, and the block adds both.

    $$x' = x + A(N(x)) + M(N_2(x)), \qquad N_2 = N \text{ unless there is a second norm}$$

    x: the residual stream, shape (..., width). norm, attention, feed_forward: functions that keep the shape.
    second_norm: the feed-forward's own norm (GPT-NeoX); None when one norm serves both (GPT-J, PaLM).
    Returns the next stream, shape (..., width).
    Source: PaLM 2022, section 2; Hugging Face `modeling_gpt_neox.py`.
    """
    return x + attention(norm(x)) + feed_forward((second_norm or norm)(x))
