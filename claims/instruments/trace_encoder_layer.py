import numpy as np
import torch


def trace_encoder_layer(x, dropout=0.0, seed=0, **options):
    """What goes into and comes out of the modules of torch.nn.TransformerEncoderLayer, in training mode.

    x: shape (tokens, width). dropout: its probability, with masks from `seed`. options go to the constructor; without
    them everything but the width (2 heads, 64 hidden features) is as shipped.
    Returns a dict from the names of the modules, and "layer" for the whole, to pairs of input and output.
    Errors: whatever PyTorch raises. Source: the installed package, by forward hooks.
    """
    torch.manual_seed(seed)
    layer = torch.nn.TransformerEncoderLayer(x.shape[-1], 2, 64, dropout, dtype=torch.float64, **options)
    trace = {}

    def note(name):
        def hook(_, inputs, output):
            output = output[0] if isinstance(output, tuple) else output
            trace[name] = inputs[0].detach().numpy(), output.detach().numpy()
        return hook

    for name, module in layer.named_children():
        module.register_forward_hook(note(name))
    layer.register_forward_hook(note("layer"))
    layer(torch.tensor(np.asarray(x, dtype=np.float64)))
    return trace
