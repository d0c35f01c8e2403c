import math

import numpy as np


def draw_uniform(seed, *shape):
    r"""Numbers of mean 0 and variance 1 that a few lines of any language draw alike, for what runs in a browser too.

    $$ s_{n+1} = 48271\, s_n \bmod (2^{31} - 1), \qquad u_n = \sqrt 3 \left(\frac{2 s_n}{2^{31} - 1} - 1\right) $$

    seed: s_0, an integer from 1 to 2^31 - 2; choose large ones, since streams of seeds s and 2s are related.
    Returns an array of that shape, filled row by row; the numbers lie between -sqrt(3) and sqrt(3). Errors: none.
    Source: Park and Miller's minimal generator with their multiplier of 1993; its products are exact in a double.
    """
    modulus, state, drawn = 2**31 - 1, seed, []
    for _ in range(math.prod(shape)):
        state = 48271 * state % modulus
        drawn.append(math.sqrt(3) * (2 * state / modulus - 1))
    return np.array(drawn).reshape(shape)
