

def annotated_layer_norm(x, gain=1.0, bias=0.0, eps=1e-6):
    r"""The layer normalization of the Annotated Transformer: sample deviation, epsilon outside the root.

    $$ y_i = \gamma_i\,\frac{x_i - \mu}{s + \varepsilon} + \beta_i, \qquad
       s^2 = \frac{1}{d-1}\sum_{j=1}^{d} (x_j - \mu)^2 $$

    Shapes: x (..., d) with d > 1; gain and bias (d,) or numbers; returns (..., d).
    Errors: none; with eps = 0 a constant row is 0 / 0 and comes back as NaN.
    Source: harvardnlp/annotated-transformer at debc9fd, `the_annotated_transformer.py` lines 315-327; torch's std
    divides by d - 1 unless told otherwise.
    """
    return gain * (x - x.mean(axis=-1, keepdims=True)) / (x.std(axis=-1, ddof=1, keepdims=True) + eps) + bias
