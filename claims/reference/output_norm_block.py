def output_norm_block(x, norm, branch):
    r"""One sub-layer with output-norm (reordered norm, res-post-norm): the norm is on what the branch writes.

    $$x' = x + N(F(x))$$

    x: the residual stream, shape (..., width). norm, branch: functions that keep the shape.
    Returns the next stream, shape (..., width). The branch reads the stream itself, not a normalized copy.
    Source: OLMo 2 report 2025, section 2.1.
    """
    return x + norm(branch(x))
