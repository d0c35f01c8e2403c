def centre(x):
    r"""Subtract the mean over the last axis: the projection onto the vectors whose entries sum to zero.

    $$ C x = x - \frac{\mathbf 1^\top x}{d}\,\mathbf 1, \qquad C = I - \frac1d\,\mathbf 1 \mathbf 1^\top $$

    Shapes: x (..., d); returns (..., d). Errors: none.
    Source: the first step of layer normalization, Ba, Kiros and Hinton 2016, equation (3).
    """
    return x - x.mean(axis=-1, keepdims=True)
