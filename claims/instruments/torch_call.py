import numpy as np
import torch


def torch_call(name, *arrays, dtype="float64", **options):
    """A function of PyTorch on arrays that are rounded to a type first.

    name: of the function below `torch`, as in "var" or "add". arrays: of numbers, or numbers. dtype: the name of a type
    of PyTorch. options go to the function. Returns the outcome in float64. Errors: whatever PyTorch raises.
    Source: the installed package.
    """
    tensors = [torch.tensor(np.asarray(array, dtype=np.float64)).to(getattr(torch, dtype)) for array in arrays]
    return getattr(torch, name)(*tensors, **options).double().numpy()
