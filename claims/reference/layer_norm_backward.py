import numpy as np


def layer_norm_backward(x, gradient, gain=1.0, eps=1e-5):
    r"""What layer normalization passes back to its input, every row on its own.

    $$ \frac{\partial \ell}{\partial x} = \frac1s\Bigl(g - \overline{g} - y\,\overline{g \odot y}\Bigr), \qquad
       g = \gamma \odot \frac{\partial \ell}{\partial\,\mathrm{LN}(x)}, \quad
       s = \sqrt{\sigma^2 + \varepsilon}, \quad y = \frac{x - \mu}{s} $$

    The bars are means over the features. Shapes: x and gradient (..., d), gain (the vector gamma) (d,) or a number;
    returns (..., d). Errors: none; with eps = 0 a constant row comes back as NaN.
    Source: the transposed Jacobian of equation (3) of Ba, Kiros and Hinton 2016, times the gradient.
    """
    centred = x - x.mean(axis=-1, keepdims=True)
    s = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + eps)
    y, g = centred / s, gain * gradient
    return (g - g.mean(axis=-1, keepdims=True) - y * (g * y).mean(axis=-1, keepdims=True)) / s
