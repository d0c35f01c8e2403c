import numpy as np


def scale_norm(x, gain=None, eps=1e-5):
    r"""ScaleNorm: the vector is brought to one learned length, a single number for all features.

    $$ \mathrm{ScaleNorm}(x) = g\,\frac{x}{\max(\lVert x \rVert_2,\ \varepsilon)} $$

    Shapes: x (..., d); gain (the length g) a number, None for sqrt(d), its initial value; returns (..., d).
    Errors: none; with eps = 0 a row of zeros comes back as NaN.
    Source: Nguyen and Salazar 2019; the authors' code clamps the length from below at eps.
    """
    length = np.maximum(np.linalg.norm(x, axis=-1, keepdims=True), eps)
    return (np.sqrt(x.shape[-1]) if gain is None else gain) * x / length
