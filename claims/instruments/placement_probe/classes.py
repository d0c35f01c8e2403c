"""Modules by the name of their class, `package.module:Class`: small sizes for what it asks for by a usual name."""

import difflib
import functools
import importlib
import inspect

import torch

from .families import PARTS
from .problems import Unbuilt, said
from .tape import Tape, run


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


def widths(sizes, cls, model):
    """How many features the stream may have: what the class is told by usual names, its own sizes, its weights'."""
    asked = inspect.signature(cls).parameters
    told = [sizes[name] for name in ("d_model", "hidden_size", "embed_dim", "n_embd", "dim") if name in asked]
    given = [sizes.get(name, parameter.default) for name, parameter in asked.items()]
    weights = [size for p in model.parameters() for size in reversed(p.shape[-2:])]
    known = [size for size in (*told, *given, *weights, sizes["d_model"]) if type(size) is int and size > 0]
    return sorted(dict.fromkeys(known), key=lambda size: size < 8)  # fewer tell no norm from chance


def taken(model, sizes, batch, tokens):
    """A call of the model with what it takes: a stream of one of these widths, numbers of tokens, or a picture."""
    source = torch.Generator().manual_seed(1)
    known = min((part.num_embeddings for part in model.modules() if isinstance(part, torch.nn.Embedding)), default=100)
    streams = [torch.randn(batch, tokens, size, generator=source) for size in sizes]
    others = [torch.randint(min(3, known - 1), min(known, 100), (batch, tokens), generator=source),
              torch.randn(batch, 3, 32, 32, generator=source),
              *(torch.randn(batch, size, 8, 8, generator=source) for size in sizes),
              *(torch.randn(batch, squares, size, generator=source) for squares in (16, 64) for size in sizes)]
    asked = inspect.signature(model.forward).parameters.values()
    needed = [p for p in asked if p.default is p.empty and p.kind is p.POSITIONAL_OR_KEYWORD][1:]
    problems = []
    for x in (*streams, *others):
        for rest in (_nothing, _by_name, _streams, _vectors):
            call = functools.partial(model.eval(), x, *(rest(p, x) for p in needed))
            problem = _problem(call)
            if not problem:
                return call
            problems.append(problem)
    raise Unbuilt(f"its forward takes no stream of {batch} × {tokens} × {' or '.join(map(str, sizes[:3]))} numbers, no "
                  f"numbers of tokens, no picture of 32 × 32 and no stream of 4 × 4 or 8 × 8 squares ({problems[0]}); "
                  "name a function that takes nothing and returns a module whose forward takes one of these")


# What a forward may need besides the stream, by parameter.
def _nothing(parameter, x):
    return None


def _by_name(parameter, x):
    name = parameter.name
    if parameter.annotation is int or "pos" in name:
        return 0
    return None if any(word in name for word in ("mask", "bias", "cache", "freqs")) else _streams(parameter, x)


def _streams(parameter, x):
    """Attention to oneself is handed the stream several times, everything else another one."""
    return x if parameter.name in ("query", "key", "value", "q", "k", "v") else x.clone()


def _vectors(parameter, x):
    return x[:, -1]


def _problem(call):
    try:
        run(lambda _: call(), None, Tape())
    except (Exception, SystemExit) as error:  # whatever it may raise
        return said(error)
    return ""
