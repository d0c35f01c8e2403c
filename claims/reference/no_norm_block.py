def no_norm_block(x, branch, alpha):
    r"""A residual block without a norm, its branch scaled by a learned scalar that starts at 0 (ReZero, SkipInit).

    $$x' = x + \alpha F(x)$$

    x: the residual stream, shape (..., width). branch: a function that keeps the shape. alpha: the scalar.
    Returns the next stream, shape (..., width).
    Source: ReZero, Bachlechner et al. 2020.
    """
    return x + alpha * branch(x)
