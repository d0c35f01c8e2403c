"""Rules about the markers in docs/."""

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from functools import lru_cache

from refutable.library import Corpus
from refutable.marker import LOOKALIKE, MARKER, MarkerKind, marker_of, without_code
from refutable.problem import Problem, did_you_mean
from refutable.rules.tables import tables_of
from refutable.subject import read_subject


def _matches(corpus: Corpus, pattern: re.Pattern[str]) -> Iterator[tuple[str, int, re.Match[str], str]]:
    for path, text in corpus.pages.items():
        prose = without_code(text)
        for line, match in _lines(pattern, prose):
            yield f"docs/{path}", line, match, prose


@lru_cache(maxsize=256)  # four rules look for two patterns
def _lines(pattern: re.Pattern[str], prose: str) -> Sequence[tuple[int, re.Match[str]]]:
    return [(prose.count("\n", 0, match.start()) + 1, match) for match in pattern.finditer(prose)]


def markers_have_targets(corpus: Corpus) -> Iterator[Problem]:
    """Every marker names a claim, a mutant, a table or a reference that exists."""
    tables = tables_of(corpus)
    for path, line, match, _ in _matches(corpus, MARKER):
        marker = marker_of(match)
        if marker.kind in (MarkerKind.CLAIM, MarkerKind.COUNTEREXAMPLE, MarkerKind.FIGURE):
            has_mutant = marker.kind is MarkerKind.COUNTEREXAMPLE
            id, _, mutant = marker.target.partition(".") if has_mutant else (marker.target, "", "")
            entry = corpus.entries.get(id)
            if entry is None:
                todo = did_you_mean(id, corpus.entries, "see `refutable check`")
                yield Problem(path, line, f"unknown claim `{id}`", todo)
            elif has_mutant and entry.check:
                beliefs = [m.name for m in entry.check.mutants if m.belief]
                if mutant not in beliefs:
                    todo = did_you_mean(mutant, beliefs, f"mark it belief=True in {entry.check_path}")
                    yield Problem(path, line, f"`{id}` has no mutant `{mutant}` that is a belief", todo)
        elif marker.kind is MarkerKind.TABLE:
            if marker.target not in tables:
                todo = did_you_mean(marker.target, tables, "describe it in TABLES of a check with a recording")
                yield Problem(path, line, f"unknown table `{marker.target}`", todo)
        elif marker.target not in corpus.subjects:
            todo = did_you_mean(marker.target, corpus.subjects, f"write claims/reference/{marker.target}.py")
            yield Problem(path, line, f"unknown reference `{marker.target}`", todo)
        elif marker.kind is MarkerKind.EQUATION:
            file = corpus.subjects[marker.target]
            subject = read_subject(marker.target, file, corpus.text(file))
            if subject and not subject.tex:
                yield Problem(path, line, f"`{marker.target}` has no formula",
                              f"put it between $$ signs in the docstring, {file}")


def markers_are_spelled_right(corpus: Corpus) -> Iterator[Problem]:
    """A comment that looks like a marker is one."""
    kinds = [kind.value for kind in MarkerKind]
    for path, line, match, _ in _matches(corpus, LOOKALIKE):
        if match[1] in kinds:
            if not MARKER.fullmatch(match[0]):  # words instead of a name, or no colon
                yield Problem(path, line, f"`{match[0]}` is not a marker", f"write <!-- {match[1]}: one-name -->")
        elif near := get_close_matches(match[1].lower(), kinds, n=1, cutoff=0.7):
            yield Problem(path, line, f"unknown marker `{match[1]}`", f"did you mean `{near[0]}`?")


def blocks_stand_alone(corpus: Corpus) -> Iterator[Problem]:
    """A marker that becomes a block stands on a line of its own."""
    for path, line, match, prose in _matches(corpus, MARKER):
        start, end = prose.rfind("\n", 0, match.start()) + 1, prose.find("\n", match.end())
        around = prose[start : match.start()] + prose[match.end() : end if end >= 0 else len(prose)]
        if match[1] != MarkerKind.CLAIM and around.strip():
            yield Problem(path, line, f"`{match[1]}` becomes a block", "put the marker on a line of its own")


_IN_TAG = re.compile(r"""<[A-Za-z][^<>]*=\s*["'][^"'<>]*\Z""")


def markers_are_seen(corpus: Corpus) -> Iterator[Problem]:
    """No marker stands inside of an HTML tag or of another comment."""
    for path, line, match, prose in _matches(corpus, MARKER):
        before = prose[: match.start()]
        if before.rfind("<!--") > before.rfind("-->"):
            yield Problem(path, line, f"`{match[0]}` stands in another comment", "move it out, or remove it")
        elif _IN_TAG.search(before[-1000:]):
            yield Problem(path, line, f"`{match[0]}` stands inside of an HTML tag", "write it behind the tag")
