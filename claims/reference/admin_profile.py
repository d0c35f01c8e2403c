import numpy as np


def admin_profile(x, norm, branches, block):
    r"""Admin's profiling pass: one skip weight for each sub-layer, from the variances of the branches below it.

    $$ \omega_0 = 1, \qquad \omega_{l+1}^2 = \mathrm{Var}(\omega_l\,x_l) + \mathrm{Var}(F_l(x_l)), \qquad
       x_{l+1} = N(\omega_l\,x_l + F_l(x_l)) $$

    x: the first stream, shape (..., width). norm: a function that keeps the shape. branches: L functions, likewise.
    block: `admin_block`. The variances run over all entries of the batch. Returns L numbers. Errors: none.
    Source: Transformer-Clinic at 70f72b7, `fairseq/modules/transformer_layer.py`, the branches for adaptive-profiling.
    """
    omegas = [1.0]
    for branch in branches:
        omegas.append(np.sqrt((omegas[-1] * x).var() + branch(x).var()))
        x = block(x, norm, branch, omegas[-2])
    return omegas[:-1]
