import numpy as np
import torch


def torch_norm(kind, x, dtype, gain=None, **options):
    """A norm of torch.nn as it is installed.

    kind: the name of the class, "LayerNorm" or "RMSNorm". x: shape (..., width); it is rounded to dtype first, the name
    of a type of PyTorch. gain: (width,), None for the initial one. options go to the constructor.
    Returns the output in float64, shape of x. Errors: whatever PyTorch raises.
    Source: the installed package.
    """
    layer = getattr(torch.nn, kind)(x.shape[-1], dtype=getattr(torch, dtype), **options)
    if gain is not None:
        layer.weight.data = torch.tensor(np.asarray(gain)).to(layer.weight.dtype)
    with torch.no_grad():
        return layer(torch.tensor(np.asarray(x)).to(layer.weight.dtype)).double().numpy()
