import numpy as np
import torch

DTYPE = "float64"  # of what is computed, where float64 is handed over


def layer_norm_jacobian(x, eps=1e-5):
    """The Jacobian of torch.nn.functional.layer_norm by torch.autograd, in the type of x."""
    x = torch.tensor(1.0 * np.asarray(x))
    return torch.autograd.functional.jacobian(lambda z: torch.nn.functional.layer_norm(z, z.shape, eps=eps), x).numpy()
