import numpy as np
import torch

DTYPE = "float64"  # of what is computed, where float64 is handed over


def layer_norm_backward(x, gradient, gain=1.0, eps=1e-5):
    """PyTorch's own backward pass of torch.nn.functional.layer_norm, in the type of x."""
    x = torch.tensor(1.0 * np.asarray(x), requires_grad=True)
    gain, gradient = (torch.tensor(np.broadcast_to(v, s)).to(x.dtype)
                      for v, s in ((gain, x.shape[-1:]), (gradient, x.shape)))
    torch.nn.functional.layer_norm(x, x.shape[-1:], gain, eps=eps).backward(gradient)
    return x.grad.numpy()
