def granite_block(x, norm, branch, multiplier):
    r"""Pre-norm whose writes are multiplied by one constant for the whole model (Granite's residual multiplier).

    $$ x' = x + m\,F(N(x)) $$

    x: the stream, shape (..., width). norm, branch: functions that keep the shape. multiplier: the number m.
    Returns the next stream. Errors: none.
    Source: Hugging Face transformers 5.24.0, `models/granite/modeling_granite.py` lines 229, 275 and 280.
    """
    return x + multiplier * branch(norm(x))
