import numpy as np
import torch

DTYPE = "float64"  # of what is computed, where float64 is handed over


def batch_norm(x, gain=None, bias=None, eps=None):
    """torch.nn.BatchNorm1d in training mode, in the type of x; all leading axes are samples."""
    x = torch.tensor(1.0 * np.asarray(x))
    width = x.shape[-1]
    layer = torch.nn.BatchNorm1d(width, dtype=x.dtype, **({} if eps is None else {"eps": eps}))
    for parameter, value in ((layer.weight, gain), (layer.bias, bias)):
        if value is not None:
            parameter.data = torch.tensor(np.broadcast_to(value, width)).to(x)
    return layer(x.reshape(-1, width)).detach().numpy().reshape(x.shape)
