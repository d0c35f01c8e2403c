import numpy as np


def to_bfloat16(x):
    r"""The nearest numbers with 8 significant bits, ties to even: what storing in bfloat16 leaves.

    $$ \mathrm{bf16}(m \cdot 2^{e}) = \frac{\mathrm{round}(2^{8} m)}{2^{8}} \cdot 2^{e}, \qquad \tfrac12 \le |m| < 1 $$

    x: numbers of any shape. Returns float64 of the same shape; 0, infinities and NaN stay what they are.
    The exponent is not limited: right for sizes between 1e-38 and 3e38, where bfloat16 has its 8 exponent bits.
    Errors: none. Source: the bfloat16 format, 1 sign bit, 8 exponent bits and 7 stored bits of the significand.
    """
    m, e = np.frexp(np.asarray(x, dtype=float))
    return np.ldexp(np.rint(m * 256) / 256, e)
