import numpy as np


def attention(x, w_q, w_k, w_v, w_o, heads=1, causal=False):
    r"""Multi-head self-attention over the tokens of one sequence, without biases.

    $$\mathrm{head}_h = \mathrm{softmax}\!\left(\frac{Q_h K_h^{\top}}{\sqrt{d_h}} + M\right) V_h, \qquad
      A(x) = [\mathrm{head}_1, \dots, \mathrm{head}_H]\, W_O$$

    x: shape (tokens, width). w_q, w_k, w_v, w_o: (width, width); columns of the first three are split among the heads.
    causal: M hides later tokens (their logits are minus infinity); otherwise M = 0.
    Returns shape (tokens, width). Raises ValueError if the width is not a multiple of heads.
    Source: Vaswani et al. 2017, section 3.2.
    """
    tokens, width = x.shape
    if width % heads:
        raise ValueError(f"width {width} is not a multiple of {heads} heads")
    q, k, v = ((x @ w).reshape(tokens, heads, -1).swapaxes(0, 1) for w in (w_q, w_k, w_v))
    logits = q @ k.swapaxes(1, 2) / np.sqrt(width // heads)
    if causal:
        logits = np.where(np.tri(tokens, dtype=bool), logits, -np.inf)
    weights = np.exp(logits - logits.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return (weights @ v).swapaxes(0, 1).reshape(tokens, width) @ w_o
