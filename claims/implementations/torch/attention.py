import numpy as np
import torch

DTYPE = "float64"  # of what is computed, where float64 is handed over


def attention(x, w_q, w_k, w_v, w_o, heads=1, causal=False):
    """torch.nn.functional.scaled_dot_product_attention between four matrix products, in the type of x."""
    x, w_q, w_k, w_v, w_o = (torch.tensor(1.0 * np.asarray(v)) for v in (x, w_q, w_k, w_v, w_o))
    tokens, width = x.shape
    if width % heads:
        raise ValueError(f"width {width} is not a multiple of {heads} heads")
    q, k, v = ((x @ w).reshape(1, tokens, heads, -1).transpose(1, 2) for w in (w_q, w_k, w_v))
    read = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=causal)
    return (read.transpose(1, 2).reshape(tokens, width) @ w_o).numpy()
