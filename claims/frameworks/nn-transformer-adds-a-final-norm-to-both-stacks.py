"""Hook every LayerNorm of torch.nn.Transformer and write down which run, and on what."""

from refutable import above, close, equal, mutant

FINAL = ["encoder.norm", "decoder.norm"]


def check(transformer_norm_calls):
    for layers in (1, 3):
        for norm_first in (False, True):
            calls = transformer_norm_calls(layers, norm_first)
            placement = "pre-norm" if norm_first else "post-norm"
            expected = [f"encoder.layers.{i}.norm{j}" for i in range(layers) for j in (1, 2)] + FINAL[:1] + \
                [f"decoder.layers.{i}.norm{j}" for i in range(layers) for j in (1, 2, 3)] + FINAL[1:]
            equal(f"{placement}, {layers} + {layers} layers: norms over 5L + 2", len(calls) / (5 * layers + 2), 1.0)
            equal(f"{placement}, {layers} + {layers} layers: are they in this order?",
                  [name for name, _ in calls] == expected, True)
            for name, square in calls:
                if name in FINAL and not norm_first:
                    close(f"post-norm: mean square that {name} is given", square, 1.0, atol=1e-3)
                if name in FINAL and norm_first:
                    above(f"pre-norm: mean square that {name} is given", square, 4)


def calls(layers, norm_first, encoder=True, decoder=True, raw=16.0):
    """What hooks would hear with or without the final norms."""
    size = raw if norm_first else 1.0
    found = [(f"encoder.layers.{i}.norm{j}", raw) for i in range(layers) for j in (1, 2)]
    found += [("encoder.norm", size)] if encoder else []
    found += [(f"decoder.layers.{i}.norm{j}", raw) for i in range(layers) for j in (1, 2, 3)]
    return found + ([("decoder.norm", size)] if decoder else [])


@mutant("transformer_norm_calls")
def as_the_paper(layers, norm_first):
    """Has final norms in pre-norm alone."""
    return calls(layers, norm_first, encoder=norm_first, decoder=norm_first)


@mutant("transformer_norm_calls")
def decoder_alone(layers, norm_first):
    """Ends the decoder with a norm and not the encoder."""
    return calls(layers, norm_first, encoder=False)


@mutant("transformer_norm_calls")
def never(layers, norm_first):
    """Has no final norm, as nn.TransformerEncoder by itself."""
    return calls(layers, norm_first, encoder=False, decoder=False)


@mutant("transformer_norm_calls")
def always_pre_norm(layers, norm_first):
    """Runs pre-norm in any case, so that the final norms are given raw streams."""
    return calls(layers, True)


@mutant("transformer_norm_calls")
def two_norms_in_the_decoder(layers, norm_first):
    """Forgets the norm of the cross-attention."""
    return [(name, size) for name, size in calls(layers, norm_first) if not name.endswith("norm3")]
