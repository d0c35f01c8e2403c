import numpy as np


def prescaled_layer_norm(x, norm):
    r"""CogView's norm: the input is first divided by an eighth of its largest entry.

    $$ y = N\!\left(\frac{8\,x}{\max_{i} \lvert x_i \rvert}\right) $$

    x: any shape; the maximum runs over the whole tensor. norm: a function over the last axis. Returns the shape of x.
    Errors: none; an input of zeros comes back as NaN.
    Source: THUDM/CogView at 189a12b, `mpu/sparse_transformer.py` lines 40-44.
    """
    return norm(x / (np.abs(x).max() / 8))
