def post_block(x, norm, branch):
    r"""One sub-layer with post-norm: the norm is on the sum, so the skip passes through it too.

    $$x' = N(x + F(x))$$

    x: the residual stream, shape (..., width). norm, branch: functions that keep the shape.
    Returns the next stream, shape (..., width).
    Source: Vaswani et al. 2017, section 3.1; Xiong et al. 2020, table 1, left.
    """
    return norm(x + branch(x))
