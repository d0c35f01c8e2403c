import warnings

import torch


def swap_placement(x, trained_norm, fresh_norm):
    """Load the parameters of a post-norm torch.nn.TransformerEncoder into a pre-norm one, strictly.

    x: shape (tokens, width). trained_norm, fresh_norm: whether the one, or the other, has a final LayerNorm.
    Returns what PyTorch complains about, or "" if it loads, and the outputs of both encoders, None if it does not load.
    Errors: none but those that are returned. Source: the installed package.
    """
    torch.manual_seed(0)
    width, encoders = x.shape[-1], []
    for norm_first, final in ((False, trained_norm), (True, fresh_norm)):
        layer = torch.nn.TransformerEncoderLayer(width, 2, 2 * width, 0.0, norm_first=norm_first, dtype=torch.float64)
        norm = torch.nn.LayerNorm(width, dtype=torch.float64) if final else None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about a fast path
            encoders.append(torch.nn.TransformerEncoder(layer, 3, norm))
    try:
        encoders[1].load_state_dict(encoders[0].state_dict(), strict=True)
    except RuntimeError as error:
        return str(error), None
    return "", [encoder(torch.tensor(x)).detach().numpy() for encoder in encoders]
