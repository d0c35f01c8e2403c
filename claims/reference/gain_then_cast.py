import numpy as np


def gain_then_cast(x, gain, cast, eps=1e-6):
    r"""RMSNorm that multiplies by the gain in high precision and rounds to the storage type once, at the end.

    $$ y = \mathrm{cast}(\gamma \odot \hat x), \qquad
       \hat x = \frac{x}{\sqrt{\frac1d\sum_{j} x_j^2 + \varepsilon}} $$

    x: shape (..., d). gain: (d,). cast: rounds to the storage type, such as `to_bfloat16`.
    Returns the shape of x. Errors: none.
    Source: Hugging Face transformers 5.24.0, `modeling_gemma.py` lines 73-78 (Gemma) and `modeling_olmo2.py` line 65.
    """
    return cast(gain * (x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)))
