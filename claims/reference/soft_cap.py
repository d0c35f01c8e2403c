import numpy as np


def soft_cap(logits, cap):
    r"""Logits squeezed smoothly into the range from -cap to cap.

    $$ l \mapsto c\,\tanh(l / c) $$

    logits: any shape. cap: a positive number; Gemma 2 uses 50 for attention logits and 30 for the last logits.
    Returns the shape of logits. Errors: none.
    Source: Hugging Face transformers 5.24.0, `models/gemma2/modeling_gemma2.py` lines 195-198 and 520-523.
    """
    return cap * np.tanh(logits / cap)
