import numpy as np


def adam_step(gradient, first, second, step, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8):
    r"""One step of Adam: what is subtracted from the weights, and the new moments.

    $$ m \leftarrow \beta_1 m + (1-\beta_1) g, \quad v \leftarrow \beta_2 v + (1-\beta_2) g^2, \quad
       \Delta = \mathrm{lr}\,\frac{m / (1-\beta_1^t)}{\sqrt{v / (1-\beta_2^t)} + \varepsilon} $$

    Shapes: gradient, first and second moment alike; step counts from 1. Returns (update, first, second).
    Errors: none. Source: the algorithm box of torch.optim.Adam, PyTorch 2.13, without weight decay.
    """
    first = beta1 * first + (1 - beta1) * gradient
    second = beta2 * second + (1 - beta2) * gradient**2
    update = lr * (first / (1 - beta1**step)) / (np.sqrt(second / (1 - beta2**step)) + eps)
    return update, first, second
