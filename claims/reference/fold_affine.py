def fold_affine(weight, offset, gain, bias):
    r"""Move gain and bias of a norm into the linear map that reads its output.

    $$ (\gamma \odot \hat x + \beta)\,W + b \;=\; \hat x\,W' + b', \qquad
       W' = \mathrm{diag}(\gamma)\,W, \quad b' = b + \beta W $$

    weight: (width, outputs). offset (the vector b): (outputs,). gain, bias (gamma and beta): (width,).
    Returns the pair (W', b') in the shapes of weight and offset.
    Errors: none. Source: the distributive law; TransformerLens does it in `weight_processing.py`,
    `fold_layer_norm_weight_single` and `fold_layer_norm_bias_single`.
    """
    return gain[:, None] * weight, offset + bias @ weight
