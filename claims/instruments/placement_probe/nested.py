"""Arguments and results: tensors, and lists, tuples and dictionaries of them at any depth."""

import dataclasses

import torch


def tensors(value):
    """All tensors of real or complex numbers, in order."""
    if isinstance(value, torch.Tensor):
        return [value] if value.is_floating_point() or value.is_complex() else []
    items = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return [tensor for item in items for tensor in tensors(item)]


def top_tensors(out):
    """Tensors at the top of what a module returns, in order."""
    if isinstance(out, torch.Tensor):
        return [out]
    if dataclasses.is_dataclass(out) and not isinstance(out, dict):
        out = vars(out)
    items = out.values() if isinstance(out, dict) else out if isinstance(out, (tuple, list)) else ()
    return [t for t in items if isinstance(t, torch.Tensor)]


def exchanged(value, old, new):
    """The result of an operation with one tensor in another's place."""
    if isinstance(value, (list, tuple)):
        return type(value)(exchanged(item, old, new) for item in value)
    return new if value is old else value


def form_of(value, made):
    """All that tells arguments apart but the values of matrices: the address of what was made, numbers, vectors."""
    if isinstance(value, torch.Tensor):
        if id(value) in made:
            return made[id(value)]
        floats = value.is_floating_point() and value.numel() == max(value.shape, default=1)
        numbers = value.flatten().tolist() if floats or value.numel() == 1 else ""
        return f"{value.dtype} {tuple(value.shape)} {numbers}"
    if isinstance(value, (list, tuple)):
        return tuple(form_of(item, made) for item in value)
    if isinstance(value, dict):
        return tuple((key, form_of(item, made)) for key, item in value.items())
    return repr(value)
