import numpy as np
import torch

DTYPE = "bfloat16"  # of what is computed, where float64 is handed over


def to_bfloat16(x):
    """Tensor.to(torch.bfloat16) of float64 numbers, and back."""
    return torch.tensor(np.asarray(x, "float64")).to(torch.bfloat16).to(torch.float64).numpy()
