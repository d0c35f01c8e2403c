import numpy as np


def rms_norm(x, gain=None, eps=1e-5):
    r"""Root-mean-square normalization over the last axis, every row on its own.

    $$ \mathrm{RMSNorm}(x)_i = \gamma_i\,\frac{x_i}{\sqrt{\frac1d\sum_{j=1}^{d} x_j^2 + \varepsilon}} $$

    Shapes: x (..., d); gain (the vector gamma) (d,), None for 1; returns (..., d).
    Errors: none; with eps = 0 a row of zeros is 0 / 0 and comes back as NaN.
    Source: Zhang and Sennrich 2019, equation (4). Epsilon stands inside the root, as in Llama and in PyTorch;
    the authors' own code adds it outside.
    """
    y = x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)
    return y if gain is None else y * gain
