def zero_add(x, write, gamma=0.0):
    r"""Tensor2Tensor's letter z: add what the branch wrote, times one learned number that starts at 0.

    $$ x' = x + \gamma\,w, \qquad w = F(\mathrm{before}(x)) $$

    x: the residual stream, shape (..., width). write (w): the same shape. gamma: a number.
    Returns the next stream. Errors: none.
    Source: Tensor2Tensor 1.15.7, `layers/common_layers.py`, zero_add and layer_prepostprocess.
    """
    return x + gamma * write
