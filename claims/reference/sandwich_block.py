def sandwich_block(x, norm_in, norm_out, branch):
    r"""One sub-layer with a norm before and a norm after the branch (sandwich, Peri-LN); both are on the branch.

    $$x' = x + N_{\mathrm{out}}(F(N_{\mathrm{in}}(x)))$$

    x: the residual stream, shape (..., width). norm_in, norm_out, branch: functions that keep the shape.
    Returns the next stream, shape (..., width).
    Source: CogView code, `mpu/sparse_transformer.py` lines 302-337; Peri-LN (Kim et al. 2025).
    """
    return x + norm_out(branch(norm_in(x)))
