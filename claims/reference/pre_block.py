def pre_block(x, norm, branch):
    r"""One sub-layer with pre-norm: the norm is on the branch, the skip carries the stream untouched.

    $$x' = x + F(N(x))$$

    x: the residual stream, shape (..., width). norm, branch: functions that keep the shape.
    Returns the next stream, shape (..., width).
    Source: Xiong et al. 2020, table 1, right; Tensor2Tensor writes it as preprocess "n", postprocess "da".
    """
    return x + branch(norm(x))
