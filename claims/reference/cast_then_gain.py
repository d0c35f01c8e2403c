import numpy as np


def cast_then_gain(x, gain, cast, eps=1e-6):
    r"""RMSNorm that rounds to the storage type before it multiplies by the gain, so it rounds twice.

    $$ y = \mathrm{cast}\big(\gamma \odot \mathrm{cast}(\hat x)\big), \qquad
       \hat x = \frac{x}{\sqrt{\frac1d\sum_{j} x_j^2 + \varepsilon}} $$

    x: shape (..., d). gain: (d,), already in the storage type. cast: rounds to the storage type, such as `to_bfloat16`.
    Returns the shape of x. Errors: none.
    Source: Hugging Face transformers 5.24.0, `modeling_llama.py` lines 62-67 (Llama).
    """
    return cast(gain * cast(x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)))
