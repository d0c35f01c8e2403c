"""What an instrument says when it is used by hand, laid out as text."""

from collections.abc import Mapping, Sequence
from typing import Any


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
    """Whether a value takes lines of its own: parts with parts, or sentences."""
    parts = value if isinstance(value, list) else ()
    return isinstance(value, Mapping) or any(isinstance(v, Mapping | list) or " " in str(v) for v in parts)


def _lines(value: Any, indent: int) -> str:
    if isinstance(value, Mapping) and value:
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
        return ", ".join(f"{key} {_word(v)}" for key, v in value.items()) or "-"
    if isinstance(value, list):
        return ", ".join(map(_word, value)) or "-"
    return str(value) or "-"

