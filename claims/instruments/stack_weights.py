import torch


def stack_weights(whole, layers):
    """The parameters of every layer of a new encoder of PyTorch.

    whole: True for the encoder inside torch.nn.Transformer, False for torch.nn.TransformerEncoder around one layer.
    Returns a list with, for each layer, a dict from names to arrays. Errors: whatever PyTorch raises.
    Source: the installed package.
    """
    torch.manual_seed(0)
    if whole:
        encoder = torch.nn.Transformer(16, 2, layers, 1, 32).encoder
    else:
        encoder = torch.nn.TransformerEncoder(torch.nn.TransformerEncoderLayer(16, 2, 32), layers)
    return [{name: value.detach().numpy() for name, value in layer.named_parameters()} for layer in encoder.layers]
