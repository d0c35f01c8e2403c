import torch


def transformer_norm_calls(layers, norm_first):
    """The norms that torch.nn.Transformer applies in one pass, in their order, and the size of what each is given.

    layers: of the encoder and of the decoder each. norm_first: the placement.
    Returns a list of pairs: the module's name, as in "encoder.layers.0.norm1", and the mean square of its input.
    Errors: whatever PyTorch raises. Source: the installed package, by forward hooks.
    """
    torch.manual_seed(0)
    model = torch.nn.Transformer(16, 2, layers, layers, 32, norm_first=norm_first, dtype=torch.float64)
    calls = []
    for name, module in model.named_modules():
        if isinstance(module, torch.nn.LayerNorm):
            module.register_forward_hook(
                lambda _, inputs, __, name=name: calls.append((name, inputs[0].square().mean().item())))
    model.train(False)
    source, target = (4 * torch.randn(6, 3, 16, dtype=torch.float64) for _ in range(2))
    model(source, target)
    return calls
