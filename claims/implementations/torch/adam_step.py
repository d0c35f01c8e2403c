import numpy as np
import torch

DTYPE = "float64"  # of what is computed, where float64 is handed over


def adam_step(gradient, first, second, step, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8):
    """One step of torch.optim.Adam from the given moments, on weights that are zero, in the type of the gradient."""
    gradient, first, second = (torch.tensor(1.0 * np.asarray(v)) for v in (gradient, first, second))
    weight = torch.zeros_like(gradient, requires_grad=True)
    optimizer = torch.optim.Adam([weight], lr=lr, betas=(beta1, beta2), eps=eps)
    optimizer.state[weight] = {"step": torch.tensor(float(step - 1)), "exp_avg": first, "exp_avg_sq": second}
    weight.grad = gradient
    optimizer.step()
    return -weight.detach().numpy(), first.numpy(), second.numpy()
