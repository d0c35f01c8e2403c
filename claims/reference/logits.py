def logits(x, unembedding, norm):
    r"""Scores of all tokens, read from the last stream through the final norm.

    $$ z_v = e_v^{\top}\, N(x) $$

    x: the last stream, shape (..., width). unembedding: the rows e_v, shape (vocabulary, width).
    norm: the final norm, a function that keeps the shape; `lambda x: x` for a model without one.
    Returns shape (..., vocabulary). Errors: none.
    Source: openai/gpt-2 `src/model.py` lines 167-171 (`ln_f`, then the product with the embedding).
    """
    return norm(x) @ unembedding.T
