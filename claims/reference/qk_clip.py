import numpy as np


def qk_clip(w_q, w_k, largest, threshold):
    r"""QK-Clip: after an optimizer step, shrink the query and key matrices of the heads whose logits were too large.

    $$ W_q^{h} \leftarrow \sqrt{\gamma_h}\,W_q^{h}, \quad W_k^{h} \leftarrow \sqrt{\gamma_h}\,W_k^{h}, \qquad
       \gamma_h = \min(1,\ \tau / S_h) $$

    w_q, w_k: shape (width, heads * d_h), the columns split among the heads. largest: S_h, the largest logit seen in
    each head, shape (heads,), positive. threshold: the number tau.
    Returns both matrices, scaled. Errors: none.
    Source: Su 2025, kexue.fm/archives/11126, the last formula of the section on fine-tuning, for heads that share
    nothing; Kimi K2's latent attention treats the shared rotary part differently.
    """
    columns = np.repeat(np.sqrt(np.minimum(1.0, threshold / largest)), w_q.shape[1] // len(largest))
    return w_q * columns, w_k * columns
