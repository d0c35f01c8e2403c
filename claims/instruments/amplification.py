import numpy as np


def amplification(forward, weights, scale, step=1e-4, seed=0):
    r"""Mean square change of the output for each unit of a random change of all weights.

    $$ a = \frac1n \Bigl\lVert \frac{\mathrm d}{\mathrm dt}\, f(W + t\,V) \Bigr\rVert^2 \Big|_{t=0}, \qquad
       V_{ij} \sim \mathcal N(0, \mathrm{scale}^2) $$

    forward: a function of the array of weights that returns the outputs (n numbers). weights: any shape.
    Returns a number; the derivative is a central difference. Errors: none.
    Source: the quantity that Liu et al. 2020 (Admin) compare between placements, here as a derivative.
    """
    v = scale * np.random.default_rng((7, seed)).normal(size=weights.shape)
    return float((((forward(weights + step * v) - forward(weights - step * v)) / (2 * step)) ** 2).mean())
