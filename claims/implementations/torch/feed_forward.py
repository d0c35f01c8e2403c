import numpy as np
import torch

DTYPE = "float64"  # of what is computed, where float64 is handed over


def feed_forward(x, w_in, w_out, b_in=0.0, b_out=0.0):
    """torch.nn.functional.linear, relu and linear, in the type of x."""
    x, w_in, w_out = (torch.tensor(1.0 * np.asarray(v)) for v in (x, w_in, w_out))
    b_in, b_out = (torch.tensor(np.broadcast_to(b, w.shape[1])).to(x) for b, w in ((b_in, w_in), (b_out, w_out)))
    hidden = torch.nn.functional.linear(x, w_in.T, b_in).relu()
    return torch.nn.functional.linear(hidden, w_out.T, b_out).numpy()
