import numpy as np
import torch

DTYPE = "float64"  # of what is computed, where float64 is handed over


def weight_decay(weight, lr, decay, steps=1):
    """torch.optim.AdamW on a gradient of zero, in the type of the weight."""
    parameter = torch.tensor(1.0 * np.asarray(weight), requires_grad=True)
    optimizer = torch.optim.AdamW([parameter], lr=lr, weight_decay=decay, foreach=False)
    parameter.grad = torch.zeros_like(parameter)
    for _ in range(steps):
        optimizer.step()
    return parameter.detach().numpy()
