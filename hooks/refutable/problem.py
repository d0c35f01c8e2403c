"""One mistake in somebody's file, as an address and advice."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches


@dataclass(frozen=True, order=True)
class Problem:
    path: str  # relative to the corpus
    line: int
    what: str
    todo: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.what}; {self.todo}"


def did_you_mean(word: str, known: Iterable[str], otherwise: str) -> str:
    """Advice for an unknown word: the nearest known one, or `otherwise`."""
    near = get_close_matches(word, list(known), n=1)
    return f"did you mean `{near[0]}`?" if near else otherwise
