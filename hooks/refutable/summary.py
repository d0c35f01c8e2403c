"""Summary: the counts by which one knowledge base can be compared with another, or with itself a month ago."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sized

from refutable.assessment import Assessment
from refutable.marker import without_code
from refutable.verdict import Ruling

_HEADING = re.compile(r"(?m)^#{1,6} .*\{([^}]*)\}[ \t]*$")


def summary(assessments: Iterable[Assessment], sources: Sized, pages: Mapping[str, str]) -> Iterator[str]:
    """One line for each kind of count; `pages`: text by path below docs/."""
    every = list(assessments)
    yield f"claims: {len(every)}"
    yield f"by status: {_counted(a.status.value for a in every)}"
    yield f"by evidence: {_counted(a.claim.evidence.value for a in every if a.claim)}"
    yield f"by topic: {_counted(a.topic for a in every)}"
    yield from _mutants(every)
    yield f"sources: {len(sources)}"
    concepts = [path for path in pages if path.startswith("concepts/") and not path.endswith("index.md")]
    yield f"concept pages: {len(concepts)}"
    classes = Counter(word for text in pages.values() for attributes in _HEADING.findall(without_code(text))
                      for word in attributes.split())
    yield f"interview questions: {classes['.question']}"
    yield f"misconceptions: {classes['.misconception']}"
    skipped = [a for a in every if a.verdict.ruling is Ruling.SKIPPED]
    yield f"skipped: {len(skipped)}"
    yield from (f"  {a.id}: {a.verdict.reason}" for a in skipped)


def _counted(words: Iterable[str]) -> str:
    return ", ".join(f"{count} {word}" for word, count in Counter(words).most_common()) or "none"


def _mutants(every: list[Assessment]) -> Iterator[str]:
    numbers = sorted(len(a.check.mutants) for a in every if a.check)
    half = len(numbers) // 2
    median = (numbers[half] + numbers[-half - 1]) / 2 if numbers else 0
    killed, survived = sum(len(a.verdict.killed) for a in every), sum(len(a.verdict.survived) for a in every)
    yield f"mutants: {sum(numbers)}, median {median:g} a claim, least {min(numbers, default=0)}; " \
        f"{killed} killed, {survived} survived"
