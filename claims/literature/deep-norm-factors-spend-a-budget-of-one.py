"""Sum of 2 beta^2 / alpha^2 over all sub-layers for several depths, and the rounded constants of the paired encoder."""

from refutable import close, equal, mutant


def check(deep_norm_scales):
    for layers in (6, 24, 100, 500):
        for alpha, beta in (
            deep_norm_scales(layers, 0)[0],
            deep_norm_scales(0, layers)[1],
            deep_norm_scales(7, layers)[1],
        ):
            spent = 2 * (beta / alpha) ** 2
            sub_layers = 3 * layers if (alpha, beta) == deep_norm_scales(7, layers)[1] else 2 * layers
            close(f"budget of {sub_layers} sub-layers", sub_layers * spent, 1.0, atol=1e-12)
    close("alpha, beta of a single stack of 24", deep_norm_scales(24, 0)[0], (48**0.25, 192**-0.25), atol=1e-12)
    for n, m in ((6, 6), (18, 18), (100, 12)):
        (alpha, beta), _ = deep_norm_scales(n, m)
        close(f"encoder {n}, decoder {m}: alpha times beta", alpha * beta, 0.81 * 0.87, atol=1e-12)
        close(f"encoder {n}, decoder {m}: growth of alpha", (alpha / 0.81) ** 16, n**4 * m, rtol=1e-9)
    close("encoder of 18 with a decoder of 18", deep_norm_scales(18, 18)[0], (2.0, 0.353), rtol=0.02)
    equal("absent stacks", (deep_norm_scales(24)[1], deep_norm_scales(decoder_layers=24)[0]), (None, None))


@mutant("deep_norm_scales")
def swapped(encoder_layers=0, decoder_layers=0):
    """Exchanges encoder and decoder."""
    product = decoder_layers**4 * encoder_layers
    alone = (2 * (encoder_layers + decoder_layers)) ** 0.25, (8 * (encoder_layers + decoder_layers)) ** -0.25
    if not product:
        return (alone, alone)
    pair = (0.81 * product ** (1 / 16), 0.87 * product ** (-1 / 16))
    return pair, ((3 * encoder_layers) ** 0.25, (12 * encoder_layers) ** -0.25)


@mutant("deep_norm_scales")
def decoder_as_a_single_stack(encoder_layers=0, decoder_layers=0):
    """Uses 2M and 8M for a decoder that has cross-attention too."""
    n, m = encoder_layers, decoder_layers
    alone = lambda k: ((2 * k) ** 0.25, (8 * k) ** -0.25)  # noqa: E731
    if n and m:
        product = n**4 * m
        return (0.81 * product ** (1 / 16), 0.87 * product ** (-1 / 16)), alone(m)
    return alone(n or m), alone(n or m)


@mutant("deep_norm_scales")
def beta_with_the_same_constant(encoder_layers=0, decoder_layers=0):
    """Writes (2N)^(-1/4) for beta, the inverse of alpha."""
    n, m = encoder_layers, decoder_layers
    alone = ((2 * (n + m)) ** 0.25, (2 * (n + m)) ** -0.25)
    if n and m:
        product = n**4 * m
        return (0.81 * product ** (1 / 16), 0.87 * product ** (-1 / 16)), ((3 * m) ** 0.25, (3 * m) ** -0.25)
    return alone, alone


@mutant("deep_norm_scales")
def glm_130b(encoder_layers=0, decoder_layers=0):
    """GLM-130B's square roots."""
    n = encoder_layers + decoder_layers
    return ((2 * n) ** 0.5, (2 * n) ** -0.5), ((2 * n) ** 0.5, (2 * n) ** -0.5)


@mutant("deep_norm_scales")
def square_in_the_product(encoder_layers=0, decoder_layers=0):
    """Reads the exponent of N in the product as 2."""
    n, m = encoder_layers, decoder_layers
    alone = ((2 * (n + m)) ** 0.25, (8 * (n + m)) ** -0.25)
    if n and m:
        product = n**2 * m
        return (0.81 * product ** (1 / 16), 0.87 * product ** (-1 / 16)), ((3 * m) ** 0.25, (12 * m) ** -0.25)
    return alone, alone
