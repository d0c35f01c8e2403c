import numpy as np


def layer_norm_scaling_block(x, norm, branch, layer):
    r"""Pre-norm whose norm is damped with depth (LayerNorm Scaling, LNS).

    $$ x' = x + F\!\left(\frac{N(x)}{\sqrt{l}}\right) $$

    x: the residual stream, shape (..., width). norm, branch: functions that keep the shape. layer: l, counted from 1.
    Returns the next stream, shape (..., width). Errors: none.
    Source: Sun et al. 2025; the authors' `modeling_llama.py` at 3ac54dd, lines 427-450, which counts from 0 and adds 1.
    """
    return x + branch(norm(x) / np.sqrt(layer))
