def keel_block(x, norm, branch, alpha):
    r"""Keel: post-norm with a weighted skip and a second norm on the branch's input.

    $$ x' = N(\alpha x + F(N(x))) $$

    x: the stream, shape (..., width). norm, branch: functions that keep the shape. alpha: the number of sub-layers.
    Returns the next stream. Errors: none. The first sub-layer of the model, which is plain pre-norm, is not this block.
    Source: Chen and Wei 2026, section 3, equation (8).
    """
    return norm(alpha * x + branch(norm(x)))
