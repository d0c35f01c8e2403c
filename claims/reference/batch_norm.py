import numpy as np


def batch_norm(x, gain=None, bias=None, eps=1e-5):
    r"""Batch normalization in training mode: every feature over all samples (and all positions) of the batch.

    $$ \mathrm{BN}(x)_{n,i} = \gamma_i\,\frac{x_{n,i} - \mu_i}{\sqrt{\sigma_i^2 + \varepsilon}} + \beta_i, \qquad
       \mu_i = \frac1N\sum_{n=1}^{N} x_{n,i}, \quad \sigma_i^2 = \frac1N\sum_{n=1}^{N} (x_{n,i} - \mu_i)^2 $$

    Shapes: x (..., d), the leading axes together are the N samples; gain and bias (d,); returns (..., d).
    Errors: none; with eps = 0 a feature that is the same in all samples comes back as NaN.
    Source: Ioffe and Szegedy 2015, algorithm 1. The running averages used at inference are not modelled.
    """
    samples = tuple(range(x.ndim - 1))
    centred = x - x.mean(axis=samples)
    variance = (centred**2).mean(axis=samples)
    y = centred / np.sqrt(variance + eps)
    if gain is not None:
        y = y * gain
    if bias is not None:
        y = y + bias
    return y
