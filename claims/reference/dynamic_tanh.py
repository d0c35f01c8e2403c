import numpy as np


def dynamic_tanh(x, alpha=0.5, gain=None, bias=None):
    r"""Dynamic tanh (DyT), a replacement of normalization that computes no statistics.

    $$ \mathrm{DyT}(x)_i = \gamma_i \tanh(\alpha\,x_i) + \beta_i $$

    Shapes: x (..., d); alpha a number, 0.5 where training starts; gain (the vector gamma) and bias (beta) (d,),
    None for 1 and 0; returns (..., d). Errors: none.
    Source: Zhu, Chen, He, LeCun and Liu 2025; the authors' dynamic_tanh.py.
    """
    y = np.tanh(alpha * x)
    if gain is not None:
        y = y * gain
    if bias is not None:
        y = y + bias
    return y
