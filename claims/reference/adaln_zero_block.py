import numpy as np


def adaln_zero_block(x, condition, norm, branch, weight, bias):
    r"""One sub-layer of a diffusion Transformer: gain and shift of the norm and a gate come from the condition.

    $$ (b, s, g) = \mathrm{SiLU}(c)\,W + \beta, \qquad x' = x + g \odot F\bigl((1 + s) \odot N(x) + b\bigr) $$

    x: the stream, shape (tokens, width). condition: the vector c, shape (condition width,), the same for all tokens.
    norm, branch: functions that keep the shape, the norm without gain and bias. weight: (condition width, 3 width);
    bias: (3 width,); both start at zero, and then the sub-layer starts as the identity.
    Returns the next stream. Errors: ValueError if 3 does not divide the columns of the weight.
    Source: facebookresearch/DiT at ed81ce2, `models.py` lines 19-20, 113-121 and 207-210.
    """
    shift, scale, gate = np.split(condition / (1 + np.exp(-condition)) @ weight + bias, 3)
    return x + gate * branch((1 + scale) * norm(x) + shift)
