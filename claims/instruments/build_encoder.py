import warnings

import numpy as np
import torch


def build_encoder(x, norm_first=False, batch_first=True, **options):
    """Build torch.nn.TransformerEncoder around one new layer, listen to its warnings, and run it.

    x: shape (tokens, width). norm_first, batch_first: of the layer. options go to the encoder.
    Returns the texts of the warnings and the output, shape of x. Errors: whatever PyTorch raises.
    Source: the installed package.
    """
    torch.manual_seed(0)
    layer = torch.nn.TransformerEncoderLayer(x.shape[-1], 2, 32, 0.0, norm_first=norm_first, batch_first=batch_first,
                                             dtype=torch.float64)
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        encoder = torch.nn.TransformerEncoder(layer, 2, **options)
    y = encoder(torch.tensor(np.asarray(x, dtype=np.float64))[None if batch_first else slice(None)])
    return [str(warning.message) for warning in heard], y.detach().numpy().reshape(x.shape)
