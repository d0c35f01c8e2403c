import numpy as np


def rms_norm_jacobian(x, eps=1e-5):
    r"""Jacobian of root-mean-square normalization without gain, exact for every eps.

    $$ J_{ij} = \frac{\partial\,\mathrm{RMSNorm}(x)_i}{\partial x_j}
       = \frac{1}{r}\Bigl(\delta_{ij} - \frac{y_i\,y_j}{d}\Bigr), \qquad
       r = \sqrt{\tfrac1d\textstyle\sum_k x_k^2 + \varepsilon}, \quad y = \frac{x}{r} $$

    Shapes: x (d,); returns (d, d), entry (i, j) is the derivative of output i with respect to input j.
    Errors: none; with eps = 0 the zero vector comes back as NaN.
    Source: differentiate equation (4) of Zhang and Sennrich 2019; dr/dx_j = y_j / d.
    """
    d = len(x)
    r = np.sqrt((x**2).mean() + eps)
    y = x / r
    return (np.eye(d) - np.outer(y, y) / d) / r
