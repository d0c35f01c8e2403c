import numpy as np


def latent_logits(x, down_q, up_q, down_k, up_k, norm):
    r"""Attention logits of one head whose queries and keys are made from normalized latents (content part of MLA).

    $$ q_i = N(x_i D_q)\,U_q, \qquad k_j = N(x_j D_k)\,U_k, \qquad a_{ij} = q_i^{\top} k_j / \sqrt{d_h} $$

    x: what attention reads, shape (tokens, width). down_q, down_k: (width, rank); up_q, up_k: (rank, d_h).
    norm: a function over the last axis that keeps the shape. Returns shape (tokens, tokens). Errors: none.
    Source: DeepSeek-V3 at 9b4e978, `inference/model.py` lines 428-431 and 464-473. The rotary part is left out; its
    keys come from x without a norm.
    """
    q, k = norm(x @ down_q) @ up_q, norm(x @ down_k) @ up_k
    return q @ k.T / np.sqrt(up_q.shape[1])
