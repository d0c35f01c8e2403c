def gpt2_model(x, layers, final_norm):
    r"""GPT-2 between embedding and head: pre-norm layers, then one norm after the last layer's feed-forward.

    $$ h = x + A(N_1(x)), \quad x' = h + M(N_2(h)) \ \text{ for every layer}; \qquad y = N_{\mathrm{f}}(x_L) $$

    x: shape (tokens, width). layers: for each layer (norm1, attention, norm2, feed_forward), functions that keep the
    shape.
    Returns the final norm's output. Errors: none.
    Source: openai/gpt-2 at 9b63575, `src/model.py` lines 123-130 and 160-167.
    """
    for norm1, attention, norm2, feed_forward in layers:
        x = x + attention(norm1(x))
        x = x + feed_forward(norm2(x))
    return final_norm(x)
