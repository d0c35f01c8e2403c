import numpy as np


def qk_logits(q, k, heads, norm=None, per_head=True):
    r"""Attention logits before the softmax, with or without QK-norm.

    $$ a_{hij} = \frac{N(q_{hi})^{\top} N(k_{hj})}{\sqrt{d_h}}, \qquad d_h = d / H $$

    q, k: shape (tokens, width), already projected. norm: a function over the last axis that keeps the shape; None for
    plain dot-product attention. per_head: normalize the d_h numbers of each head (Qwen3, Gemma 3); False: normalize
    the whole projection before it is split (OLMo 2).
    Returns shape (heads, tokens, tokens). Errors: ValueError if the width is not a multiple of heads.
    Source: Vaswani et al. 2017, section 3.2; Hugging Face transformers 5.24.0, `modeling_qwen3.py` lines 229-246 and
    `modeling_olmo2.py` lines 213-229.
    """

    def split(z):
        if norm is not None and not per_head:
            z = norm(z)
        z = z.reshape(len(z), heads, -1).swapaxes(0, 1)
        return norm(z) if norm is not None and per_head else z

    if q.shape[-1] % heads:
        raise ValueError(f"width {q.shape[-1]} is not a multiple of {heads} heads")
    return split(q) @ split(k).swapaxes(1, 2) / np.sqrt(q.shape[-1] // heads)
