"""Reading a YAML mapping by a table of fields: types, unknown keys and missing keys, every problem reported."""

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

from refutable.problem import Problem, did_you_mean
from refutable.strict_yaml import Node

E = TypeVar("E", bound=StrEnum)


@dataclass
class Form:
    """Collects the problems of one file while its fields are read."""

    path: str
    problems: list[Problem] = field(default_factory=list)

    def add(self, line: int, what: str, todo: str) -> None:
        self.problems.append(Problem(self.path, line, what, todo))

    def fields(self, node: Node, required: Iterable[str], optional: Iterable[str], what: str) -> Mapping[str, Node]:
        """The known fields of a mapping; says which keys are unknown and which are missing."""
        required, known = list(required), [*required, *optional]
        if not isinstance(node.value, dict):
            self.add(node.line, f"{what} must be a mapping, this is {node.kind}", f"write {required[0]}: ...")
            return {}
        for key in node.value:
            if key not in known:
                line = (node.key_lines or {}).get(key, node.line)
                self.add(line, f"unknown key `{key}` in {what}", did_you_mean(key, known, f"known: {', '.join(known)}"))
        for key in required:
            if key not in node.value:
                self.add(node.line, f"{what} has no `{key}`", f"add `{key}: ...`")
        return {key: value for key, value in node.value.items() if key in known}

    def text(self, node: Node | None, what: str) -> str:
        if node is None:
            return ""
        if isinstance(node.value, str) and node.value.strip():
            return " ".join(node.value.split())
        todo = f'write "{node.value}" in quotes' if isinstance(node.value, (int, float)) else "write a sentence"
        if isinstance(node.value, dict):
            todo = 'put it in quotes, since ": " makes a mapping of a sentence'
        self.add(node.line, f"{what} must be text, this is {node.kind}", todo)
        return ""

    def items(self, node: Node | None, what: str) -> list[Node]:
        if node is None:
            return []
        if isinstance(node.value, list) and node.value:
            return node.value
        empty = "an empty list" if isinstance(node.value, list) else node.kind
        self.add(node.line, f"{what} must be a list, this is {empty}", "write one `- ` item a line")
        return []

    def texts(self, node: Node | None, what: str) -> tuple[str, ...]:
        return tuple(text for item in self.items(node, what) if (text := self.text(item, f"an item of {what}")))

    def choice(self, node: Node | None, words: type[E], what: str) -> E | None:
        if node is None:
            return None
        known = [word.value for word in words]
        if node.value in known:
            return words(node.value)
        said = f"`{node.value}`" if isinstance(node.value, str) else f"({node.kind})"
        self.add(node.line, f"{what} {said} is unknown",
                 did_you_mean(str(node.value), known, f"choose one of {', '.join(known)}"))
        return None

    def year(self, node: Node | None, what: str) -> str:
        """A year as a plain number, or a date as text."""
        if node is not None and isinstance(node.value, int) and 1800 < node.value < 2200:
            return str(node.value)
        return self.date(node, what)

    def date(self, node: Node | None, what: str) -> str:
        if node is None:
            return ""
        try:
            return datetime.date.fromisoformat(str(node.value)).isoformat()
        except ValueError:
            self.add(node.line, f"{what} `{node.value}` is not a date", "write year-month-day, as in 2026-11-29")
            return ""
