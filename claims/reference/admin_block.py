def admin_block(x, norm, branch, omega):
    r"""Post-norm with a learned weight for every feature of the skip (Admin).

    $$ x' = N(\omega \odot x + F(x)) $$

    x: the residual stream, shape (..., width). omega: (width,), set once by a profiling pass, then trained.
    norm, branch: functions that keep the shape. Returns the next stream. Errors: none.
    Source: Transformer-Clinic at 70f72b7, `fairseq/modules/transformer_layer.py` lines 185-198; Liu et al. 2020.
    """
    return norm(omega * x + branch(x))
