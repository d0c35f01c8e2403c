def normalised_skip_block(x, norm, branch, alpha=1.0, beta=1.0):
    r"""The norm comes first, as in pre-norm, but the skip starts after it.

    $$u = N(x), \qquad x' = \alpha u + \beta F(u)$$

    x: the residual stream, shape (..., width). norm, branch: functions that keep the shape.
    alpha, beta: factors of skip and branch.
    Returns the next stream, shape (..., width).
    Source: MiniMax-Text-01 in Hugging Face transformers 5.24.0, `modeling_minimax.py` lines 554-581.
    """
    u = norm(x)
    return alpha * u + beta * branch(u)
