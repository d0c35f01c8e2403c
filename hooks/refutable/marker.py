"""Markers: the HTML comments in the text that are replaced by stamps."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache


class MarkerKind(StrEnum):
    CLAIM = "claim"
    COUNTEREXAMPLE = "counterexample"
    CODE = "code"
    EQUATION = "equation"
    FIGURE = "figure"
    TABLE = "table"


@dataclass(frozen=True)
class Marker:
    kind: MarkerKind
    target: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.target}"


_WORDS = "|".join(kind.value for kind in MarkerKind)
MARKER = re.compile(rf"<!--\s*({_WORDS}):\s*([^\s<>]+)\s*-->")
# A comment that may have been meant as a marker: lint asks. Without a colon it is a word and one name with a hyphen.
LOOKALIKE = re.compile(r"<!--\s*([A-Za-z]+)(?:\s*:\s*([^<>]*?)|\s+[a-z0-9]+(?:-[a-z0-9]+)+)\s*-->")


def marker_of(match: re.Match[str]) -> Marker:
    return Marker(MarkerKind(match[1]), match[2])


def markers(text: str) -> Iterator[tuple[Marker, int]]:
    """Every marker in a text, those in code included, with its line."""
    for match in MARKER.finditer(text):
        yield marker_of(match), text.count("\n", 0, match.start()) + 1


@cache  # rules, stamps and coverage all ask
def without_code(text: str) -> str:
    """Markdown with the contents of fences and code spans blanked out, line by line the same length in lines."""
    text = re.sub(r"(?ms)^[ \t]*(`{3,}|~{3,}).*?^[ \t]*\1[`~]*[ \t]*$", lambda m: "\n" * m[0].count("\n"), text)
    span = r"(?s)(?<!`)(`+)(?!`)((?:(?!\n[ \t]*\n).)+?)(?<!`)\1(?!`)"  # not past the end of a paragraph
    return re.sub(span, lambda m: "\n" * m[0].count("\n"), text)
