def deep_norm_block(x, norm, branch, alpha):
    r"""Post-norm with a scaled skip (DeepNorm). The method also scales down the branch's initial weights.

    $$x' = N(\alpha x + F(x))$$

    x: the residual stream, shape (..., width). norm, branch: functions that keep the shape.
    alpha: the factor of the skip, above 1; (2 L)^{1/4} for L decoder-only layers.
    Returns the next stream, shape (..., width).
    Source: DeepNet, Wang et al. 2022, section 4.1.
    """
    return norm(alpha * x + branch(x))
