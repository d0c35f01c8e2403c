"""YAML 1.2 without surprises: every value knows its line, and what reads differently than it looks is refused."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import yaml

from refutable.problem import Problem

_PARSER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # libyaml where the wheel has it: ten times faster

_INT = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+\.[0-9]*|[0-9]+(?=[eE]))([eE][-+]?[0-9]+)?")
_DIGITS = 4000  # Python reads hardly more
_CONSTANTS = {"null": None, "~": None, "": None, "true": True, "false": False}

Scalar = str | int | float | bool | None


@dataclass(frozen=True)
class Node:
    """A value and the line it starts on; a mapping keeps the node of each key's value and the key's line."""

    line: int
    value: "Scalar | list[Node] | dict[str, Node]"
    key_lines: "dict[str, int] | None" = None

    @property
    def kind(self) -> str:
        kinds = {dict: "a mapping", list: "a list", str: "text", bool: "true or false", int: "a whole number"}
        return kinds.get(type(self.value), "nothing" if self.value is None else "a number")


class _Refused(Exception):
    def __init__(self, event: yaml.Event, what: str, todo: str) -> None:
        super().__init__(what)
        self.line, self.what, self.todo = _line(event), what, todo


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1


def load(text: str, path: str) -> tuple[Node | None, list[Problem]]:
    """Read one document; a problem of the syntax ends the reading, duplicates and surprises are all reported."""
    refused: list[_Refused] = []
    try:
        events = iter(yaml.parse(text, Loader=_PARSER))
        next(events), next(events)  # stream start, document start
        root = _node(next(events), events, refused)
        next(events)  # document end
        extra = next(events)
        if not isinstance(extra, yaml.StreamEndEvent):
            raise _Refused(extra, "a second YAML document starts here", "keep one document a file")
    except StopIteration:
        return None, [Problem(path, 1, "the file is empty", "start from `refutable new`")]
    except _Refused as error:
        return None, [Problem(path, error.line, error.what, error.todo)]
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        what = f"this is not YAML: {error.problem or error.context}"
        return None, [Problem(path, mark.line + 1 if mark else 1, what, "check indentation, quotes and colons")]
    except RecursionError:
        return None, [Problem(path, 1, "values are nested too deeply to be read", "a record is three levels deep")]
    except yaml.YAMLError as error:
        what = f"this is not YAML: {' '.join(str(error).split())}"
        return None, [Problem(path, 1, what, "save the file as plain UTF-8 text")]
    return root, [Problem(path, r.line, r.what, r.todo) for r in refused]


def _node(event: yaml.Event, events: Iterator[yaml.Event], refused: list[_Refused]) -> Node:
    if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
        raise _Refused(event, "anchors and aliases are not used here", "write the value out")
    tag = getattr(event, "tag", None)
    if tag not in (None, "!"):
        raise _Refused(event, f"the tag {tag} is not used here", "remove it")
    if isinstance(event, yaml.ScalarEvent):
        return Node(_line(event), _scalar(event, refused))
    if isinstance(event, yaml.SequenceStartEvent):
        items = []
        while not isinstance(item := next(events), yaml.SequenceEndEvent):
            items.append(_node(item, events, refused))
        return Node(_line(event), items)
    return _mapping(event, events, refused)


def _mapping(event: yaml.Event, events: Iterator[yaml.Event], refused: list[_Refused]) -> Node:
    values: dict[str, Node] = {}
    lines: dict[str, int] = {}
    while not isinstance(key := next(events), yaml.MappingEndEvent):
        if not isinstance(key, yaml.ScalarEvent):
            raise _Refused(key, "a key must be a plain word", "write `key: value`")
        value = _node(next(events), events, refused)
        if key.value in values:
            todo = f"it is also on line {lines[key.value]}; keep one"
            refused.append(_Refused(key, f"`{key.value}` is given twice", todo))
            continue
        values[key.value], lines[key.value] = value, _line(key)
    return Node(_line(event), values, lines)


def _scalar(event: yaml.ScalarEvent, refused: list[_Refused]) -> Scalar:
    text: str = event.value
    if event.style not in (None, ""):  # quoted or block; libyaml says "" for plain
        return text
    if text.lower() in _CONSTANTS:
        return _CONSTANTS[text.lower()]
    if re.fullmatch(r"[-+]?0[0-9]+", text):
        todo = f'write "{text}" for text, or the number without the zero'
        refused.append(_Refused(event, f"{text} looks like a number but starts with 0", todo))
        return text
    if _INT.fullmatch(text) and len(text) > _DIGITS:
        refused.append(_Refused(event, f"a whole number of {len(text)} digits", "write it in quotes, as text"))
        return text
    if _INT.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        if re.fullmatch(r"[-+]?[0-9]+\.[0-9]*0", text) and not text.endswith(".0"):
            todo = f'write "{text}" if it is a version, or drop the zero'
            refused.append(_Refused(event, f"{text} would be read as {float(text)}", todo))
            return text
        return float(text)
    return text
