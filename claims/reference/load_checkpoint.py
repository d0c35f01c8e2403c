def load_checkpoint(parameters, checkpoint):
    r"""Strict loading: the names and shapes must match, and nothing else is looked at.

    $$ \theta_k \leftarrow \theta^{\mathrm{ckpt}}_k \;\text{ for all } k, \qquad
       \text{allowed iff names and shapes agree} $$

    parameters: what the model has now; checkpoint: what is loaded; both are dicts from names to arrays.
    Returns the new parameters. Errors: KeyError names what is missing or unexpected; ValueError names a wrong shape.
    Source: PyTorch 2.13, `Module.load_state_dict(strict=True)`.
    """
    if parameters.keys() != checkpoint.keys():
        missing = sorted(parameters.keys() - checkpoint.keys())
        unexpected = sorted(checkpoint.keys() - parameters.keys())
        raise KeyError(f"missing {missing}, unexpected {unexpected}")
    for name, array in parameters.items():
        if array.shape != checkpoint[name].shape:
            raise ValueError(f"{name}: {checkpoint[name].shape} does not fit {array.shape}")
    return dict(checkpoint)
