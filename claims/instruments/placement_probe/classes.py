"""Modules by the name of their class, `package.module:Class`: small sizes for what it asks for by a usual name."""

import difflib
import importlib
import inspect

import torch

from .families import PARTS
from .problems import Unbuilt, said


def find(path):
    """A class, or a function that makes a module; it may be in the current folder."""
    package, _, name = path.partition(":")
    try:
        module = importlib.import_module(package)
    except ModuleNotFoundError as error:
        raise Unbuilt(f"{error}; it has to be installed, or in the current folder") from error
    if not hasattr(module, name):
        raise Unbuilt(f"`{package}` has no `{name}`{near(name, dir(module))}")
    return getattr(module, name)


def near(word, known):
    found = difflib.get_close_matches(word, list(known), n=1)
    return f"; did you mean `{found[0]}`?" if found else ""


def make(cls, path, sizes, given):
    """A module: what is given goes to a part that is built for it, if there is one, and else to the module itself."""
    asked = inspect.signature(cls).parameters
    own = {name: value for name, value in sizes.items() if name in asked and name not in PARTS}
    parts = {n: _part(PARTS[n], sizes, given) for n in PARTS if n in asked}
    try:
        model = cls(**{**own, **parts, **({} if parts else given)})
    except Exception as error:  # whatever a constructor may raise
        raise Unbuilt(f"{said(error)}; what it needs can be given, as in `{path}(heads=4)`, or name a function that "
                      "takes nothing and returns the module") from error
    if not isinstance(model, torch.nn.Module):
        raise Unbuilt(f"`{path}` makes no torch.nn.Module, but {type(model).__name__}")
    return model


def _part(name, sizes, given):
    cls = getattr(torch.nn, name)
    asked = inspect.signature(cls).parameters
    return cls(**{**{n: value for n, value in sizes.items() if n in asked}, **given})


def width(sizes, cls, model):
    """How many features the stream has: what the class is told by a usual name, or what its first weights take."""
    asked = inspect.signature(cls).parameters
    told = (sizes[name] for name in ("d_model", "hidden_size", "embed_dim", "n_embd", "dim") if name in asked)
    return next(told, next((p.shape[-1] for p in model.parameters() if p.dim()), sizes["d_model"]))
