import numpy as np


def feed_forward(x, w_in, w_out, b_in=0.0, b_out=0.0):
    r"""The position-wise feed-forward sub-layer with ReLU.

    $$F(x) = \max(0,\; x W_1 + b_1)\, W_2 + b_2$$

    x: shape (..., width). w_in: (width, hidden). w_out: (hidden, width). b_in: (hidden,). b_out: (width,).
    Returns shape (..., width).
    Source: Vaswani et al. 2017, section 3.3.
    """
    return np.maximum(0.0, x @ w_in + b_in) @ w_out + b_out
