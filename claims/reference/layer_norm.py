import numpy as np


def layer_norm(x, gain=None, bias=None, eps=1e-5):
    r"""Layer normalization over the last axis, every row on its own.

    $$ \mathrm{LN}(x)_i = \gamma_i\,\frac{x_i - \mu}{\sqrt{\sigma^2 + \varepsilon}} + \beta_i, \qquad
       \mu = \frac1d\sum_{j=1}^{d} x_j, \quad \sigma^2 = \frac1d\sum_{j=1}^{d} (x_j - \mu)^2 $$

    Shapes: x (..., d); gain (the vector gamma) and bias (beta) (d,), None for 1 and 0; returns (..., d).
    Errors: none; with eps = 0 a constant row is 0 / 0 and comes back as NaN.
    Source: Ba, Kiros and Hinton 2016, equation (3); the variance divides by d, not by d - 1.
    """
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = (centred**2).mean(axis=-1, keepdims=True)
    y = centred / np.sqrt(variance + eps)
    if gain is not None:
        y = y * gain
    if bias is not None:
        y = y + bias
    return y
