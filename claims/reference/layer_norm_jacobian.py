import numpy as np


def layer_norm_jacobian(x, eps=1e-5):
    r"""Jacobian of layer normalization without gain and bias, exact for every eps.

    $$ J_{ij} = \frac{\partial\,\mathrm{LN}(x)_i}{\partial x_j}
       = \frac{1}{s}\Bigl(\delta_{ij} - \frac1d - \frac{y_i\,y_j}{d}\Bigr), \qquad
       s = \sqrt{\sigma^2 + \varepsilon}, \quad y = \frac{x - \mu}{s} $$

    Shapes: x (d,); returns (d, d), entry (i, j) is the derivative of output i with respect to input j.
    Errors: none; with eps = 0 a constant vector comes back as NaN.
    Source: differentiate equation (3) of Ba, Kiros and Hinton 2016; ds/dx_j = y_j / d.
    """
    d = len(x)
    centred = x - x.mean()
    s = np.sqrt((centred**2).mean() + eps)
    y = centred / s
    return (np.eye(d) - 1 / d - np.outer(y, y) / d) / s
