import numpy as np


def residual_jacobian(branch_jacobians, norm_jacobians=None):
    r"""Jacobian of a stack of residual sub-layers from their local Jacobians, by the chain rule.

    $$ \frac{\partial x_L}{\partial x_0} = (I + J_{L-1}) \cdots (I + J_1)(I + J_0), \qquad
       \text{with norms on the stream: } K_{L-1}(I + J_{L-1}) \cdots K_0 (I + J_0) $$

    branch_jacobians: L matrices (d, d), first sub-layer first; each the derivative of what the branch writes with
    respect to the stream that the sub-layer reads, a norm in front of the branch included. norm_jacobians: L matrices
    (d, d) of the norms that follow the additions (post-norm); None if there are none (pre-norm). Returns (d, d).
    Source: He et al. 2016, equation (5), written as a product; Xiong et al. 2020, table 1.
    """
    total = np.eye(len(branch_jacobians[0]))
    for layer, branch_jacobian in enumerate(branch_jacobians):
        total = total + branch_jacobian @ total
        if norm_jacobians is not None:
            total = norm_jacobians[layer] @ total
    return total
