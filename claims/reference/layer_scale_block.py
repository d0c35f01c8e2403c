def layer_scale_block(x, norm, branch, scale):
    r"""Pre-norm whose write is multiplied, feature by feature, by a learned vector that starts small (LayerScale).

    $$ x' = x + \lambda \odot F(N(x)) $$

    x: the stream, shape (..., width). norm, branch: functions that keep the shape. scale: the vector lambda, (width,).
    Returns the next stream. Errors: none.
    Source: facebookresearch/deit at 7e160fe, `cait_models.py` lines 143-148.
    """
    return x + scale * branch(norm(x))
