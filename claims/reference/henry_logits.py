import numpy as np


def henry_logits(q, k, scale):
    r"""Attention logits of Henry et al.: queries and keys of unit length, and a learned scale in place of 1 / sqrt(d).

    $$ a_{ij} = g\,\frac{q_i \cdot k_j}{\lVert q_i \rVert\,\lVert k_j \rVert} $$

    q, k: shape (tokens, head width), one head. scale: the number g. Returns (tokens, tokens).
    Errors: none; a zero query or key gives NaN. The authors' code starts g at log2(L^2 - L), L a sequence length.
    Source: Henry et al. 2020, abstract; CyndxAI/QKNorm at c628cb5, `QKNorm/layers.py` lines 75-88.
    """
    unit = lambda z: z / np.linalg.norm(z, axis=-1, keepdims=True)  # noqa: E731
    return scale * unit(q) @ unit(k).T
