def deep_norm_scales(encoder_layers=0, decoder_layers=0):
    r"""DeepNorm's factors: alpha for the skip, beta for the initial weights of the feed-forward, value and output maps.

    $$ \text{one stack of } N:\ \alpha = (2N)^{1/4},\ \beta = (8N)^{-1/4}; \qquad
       \text{encoder with a decoder of } M:\ \alpha = 0.81\,(N^4 M)^{1/16},\ \beta = 0.87\,(N^4 M)^{-1/16}; \qquad
       \text{its decoder}:\ \alpha = (3M)^{1/4},\ \beta = (12M)^{-1/4} $$

    Arguments: numbers of layers, 0 for a stack that is absent. Returns (alpha, beta) of the encoder and of the decoder,
    None for an absent one. Errors: none.
    Source: DeepNet, Wang et al. 2022, section 4.3; torchscale 0.3.0 `encoder.py` lines 78-89 and 235-244.
    """
    n, m = encoder_layers, decoder_layers
    if n and m:
        product = n**4 * m
        return (0.81 * product ** (1 / 16), 0.87 * product ** (-1 / 16)), ((3 * m) ** 0.25, (12 * m) ** -0.25)
    alone = ((2 * (n + m)) ** 0.25, (8 * (n + m)) ** -0.25)
    return (alone, None) if n else (None, alone)
