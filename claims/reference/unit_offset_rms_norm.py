import numpy as np


def unit_offset_rms_norm(x, weight, eps=1e-6):
    r"""RMSNorm whose stored weight is the gain minus one; the input is not centred.

    $$ y_i = (1 + w_i)\,\frac{x_i}{\sqrt{\frac1d\sum_{j=1}^{d} x_j^2 + \varepsilon}} $$

    x: shape (..., width). weight: (width,), 0 in a fresh model. Returns the shape of x.
    Errors: none; a row of zeros with eps = 0 gives NaN.
    Source: transformers 5.24.0, `modeling_gemma.py` lines 70-78 and `modeling_qwen3_next.py` lines 126-140.
    """
    return (1 + weight) * x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)
