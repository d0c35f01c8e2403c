import numpy as np


def gradient_gain(f, x, step=1e-5, seed=0):
    r"""Root-mean-square gain of a random gradient on its way back through f, measured forwards.

    $$ g = \frac{\lVert J v\rVert}{\lVert v\rVert}, \quad v_i \sim \mathcal N(0, 1), \qquad
       \mathbb E\,\lVert J v\rVert^2 = \lVert J\rVert_F^2 = \mathbb E\,\lVert J^{\top} v\rVert^2 $$

    J is the Jacobian of f at x, all entries of x taken together: a gradient and a perturbation have the same mean
    square gain when f keeps the number of entries, and differ by the constant sqrt(outputs / inputs) when it does not.
    Shapes: x any, f takes that shape and returns any; returns a number. J v is a central difference with that step.
    Errors: none. Source: the trace identity behind Hutchinson's estimator, with a single draw of v.
    """
    v = np.random.default_rng((7, seed)).normal(size=x.shape)  # not the stream of a check that seeds with 0
    change = (f(x + step * v) - f(x - step * v)) / (2 * step)
    return float(np.linalg.norm(change) / np.linalg.norm(v))
