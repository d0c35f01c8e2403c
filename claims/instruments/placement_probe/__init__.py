import warnings
from copy import deepcopy
from functools import cache

from .model import measure_model
from .problems import Unbuilt, Undecided
from .tiny import build


def placement_probe(name):
    """Measure where the norms of a model stand, by what happens to tensors that are scaled, moved, frozen and zeroed.

    name: a model type of transformers (`gemma2`), one configured otherwise (`stablelm(use_parallel_residual=True)`), a
    class (`torch.nn:Transformer`), or a tuple of a module and its inputs. Models are tiny and random; no weights are
    loaded. Returns plain data: `stacks`, each with its `blocks` (one a kind of block), `depth`, `final_norm` and
    `embedding_norm`; `outside`, the norms outside of blocks; `problem`, why there is less; `built`. Errors: none, they
    become `problem`.
    Source: written for this site; placements as in the NumPy references.
    """
    if isinstance(name, str):
        return deepcopy(_named(name))
    return _measured(lambda: (name[0], lambda: name[0](*name[1:])))


@cache  # a check measures a model again for every mutant of the rules
def _named(name):
    return _measured(lambda: build(name))


def _measured(make):
    try:
        with warnings.catch_warnings(action="ignore"):  # of models that are told to be tiny
            return {"built": True, **measure_model(*make())}
    except (Unbuilt, Undecided) as problem:
        return {"built": isinstance(problem, Undecided), "stacks": [], "outside": [], "problem": str(problem)}
