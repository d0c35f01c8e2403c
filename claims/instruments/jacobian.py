import numpy as np


def jacobian(f, x, step=1e-3):
    r"""Numerical Jacobian of f at x by central differences and one step of Richardson extrapolation.

    $$ \frac{\partial f}{\partial x_j} \approx \frac{4\,D_j(h/2) - D_j(h)}{3}, \qquad
       D_j(h) = \frac{f(x + h e_j) - f(x - h e_j)}{2h} $$

    Shapes: x (d,), f takes (d,) and returns m numbers in any shape (flattened here); returns (m, d) in float64,
    entry (i, j) is the derivative of output i with respect to input j.
    Accuracy: the error is about h^4/500 times the fifth derivative, plus 3e-16/h times the size of the outputs.
    With the default step that is 1e-11 or better for outputs of order 1 that vary on a scale of 1. If f varies on a
    shorter scale s (the norm of an input with standard deviation s, or a kink near x), pass a step of about s/1000.
    Errors: none. Source: central differences and Richardson's extrapolation, textbook material.
    """
    x = np.asarray(x, dtype=np.float64)
    columns = []
    for direction in np.eye(len(x)):
        full, half = ((np.ravel(f(x + h * direction)) - np.ravel(f(x - h * direction))) / (2 * h)
                      for h in (step, step / 2))
        columns.append((4 * half - full) / 3)
    return np.stack(columns, axis=1)
