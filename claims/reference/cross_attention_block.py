def cross_attention_block(x, memory, norm, attend):
    r"""The cross-attention sub-layer of a pre-norm decoder: its norm acts on what asks, not on what is read.

    $$ x' = x + A(N(x),\, m) $$

    x: the decoder's stream, shape (tokens, width). memory: the encoder's output m, shape (source tokens, width).
    norm: a function that keeps the shape. attend: a function (queries, memory) to the shape of x; keys and values come
    from its second argument.
    Returns the decoder's next stream. Errors: none.
    Source: PyTorch 2.13, `torch/nn/modules/transformer.py` lines 1124-1135.
    """
    return x + attend(norm(x), memory)
