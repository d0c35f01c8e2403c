import numpy as np


def hyper_block(streams, read, write, mix, norm, branch):
    r"""One sub-layer with hyper-connections: several residual streams, mixed with one another on the skip.

    $$ X' = A^{\top} X + w\, F\!\left(N(r^{\top} X)\right), \qquad X \in \mathbb{R}^{n \times d} $$

    streams: n of them, shape (n, ..., width). read, write: shape (n,), how much of each stream the branch reads and how
    much of its output each gets. mix: shape (n, n), row j and column k: how much of stream j goes into stream k.
    norm, branch: functions that keep the shape (..., width). Returns the next streams. Errors: none.
    Source: Hugging Face transformers 5.24.0, `modeling_deepseek_v4.py` lines 885-996 and 1179-1199, where the three
    weights are computed from the streams and mix is made doubly stochastic; here they are given.
    """
    kept = np.tensordot(mix.T, streams, axes=1)
    return kept + np.multiply.outer(write, branch(norm(np.tensordot(read, streams, axes=1))))
