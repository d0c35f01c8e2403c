"""Using an instrument by hand: what it needs is handed to it as to a check, and what it says is laid out as text."""

import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from refutable.library import Corpus
from refutable.problem import did_you_mean


class Unusable(Exception):
    """The instrument does not exist, cannot be used by hand, or was given other arguments than it takes."""


def prepare(corpus: Corpus, name: str, arguments: Sequence[str]) -> Callable[[], Any]:
    """The call of the function `use` in the file of an instrument, ready to be made; raises Unusable."""
    from refutable.loading import load_module, load_subject  # imports numpy, which no other command needs

    instruments = [n for n, path in corpus.subjects.items() if path.startswith("claims/instruments/")]
    if name not in instruments:
        raise Unusable(f"unknown instrument `{name}`; " + did_you_mean(name, instruments, "see claims/instruments/"))
    path = corpus.subjects[name]
    function = getattr(load_module(str(corpus.root), path), "use", None)
    if function is None:
        raise Unusable(f"{path}: `{name}` serves checks alone; write `def use(...)` beside it to use it by hand")
    asked = [p.name for p in inspect.signature(function).parameters.values() if p.kind is p.KEYWORD_ONLY]
    unknown = [n for n in asked if n not in corpus.subjects]
    if unknown:
        raise Unusable(f"{path}: `use` asks for the unknown subject `{unknown[0]}`; "
                       + did_you_mean(unknown[0], corpus.subjects, "see claims/instruments/"))
    subjects = {n: load_subject(str(corpus.root), n, corpus.subjects[n]) for n in asked}
    try:
        inspect.signature(function).bind(*arguments, **subjects)
    except TypeError as error:
        says = " ".join((inspect.getdoc(function) or "").split())
        raise Unusable(f"`{name}`: {error}" + (f". {says}" if says else "")) from error
    return lambda: function(*arguments, **subjects)


def as_text(said: Any) -> str:
    """A dictionary as lines, a list of dictionaries as a table of what is no list or dictionary in them."""
    if isinstance(said, Mapping):
        width = max((len(str(key)) for key in said), default=0)
        return "\n".join(f"{key!s:<{width}}  {_lines(value, width + 2)}" for key, value in said.items())
    if isinstance(said, Sequence) and not isinstance(said, str) and said and all(isinstance(r, Mapping) for r in said):
        columns = list(dict.fromkeys(key for row in said for key, value in row.items() if not _nested(value)))
        cells = [columns, *([_word(row.get(column, "")) for column in columns] for row in said)]
        widths = [max(len(line[n]) for line in cells) for n in range(len(columns))]
        return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in cells)
    return _word(said)


def _nested(value: Any) -> bool:
    return isinstance(value, Mapping) or (isinstance(value, list) and any(isinstance(v, Mapping | list) for v in value))


def _lines(value: Any, indent: int) -> str:
    if isinstance(value, Mapping):
        return f"\n{' ' * indent}".join(f"{key}: {_lines(v, indent + 2)}" for key, v in value.items())
    if isinstance(value, list) and _nested(value):
        return f"\n{' ' * indent}".join(_lines(v, indent) for v in value)
    return _word(value)


def _word(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "-"}[value]
    if isinstance(value, float):
        return f"{value:.3g}"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_word(v)}" for key, v in value.items())
    if isinstance(value, list):
        return ", ".join(map(_word, value)) or "-"
    return str(value) or "-"


def as_json(said: Any) -> str:
    return json.dumps(said, indent=1)
