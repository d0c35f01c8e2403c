"""Rules about claim records and sources."""

import re
from collections.abc import Iterator, Mapping

from refutable.library import Corpus
from refutable.problem import Problem, did_you_mean
from refutable.record import Evidence

_VAGUE = re.compile(r"^(see|the|in|this)?\s*(paper|article|book|code|website|text|everywhere|n/?a|tbd|todo|\?+|-+)\.?$",
                    re.IGNORECASE)
_PACKAGE = re.compile(r"[A-Za-z0-9]([\w.-]*[A-Za-z0-9])?", re.ASCII)
_TAG = re.compile(r"</?[A-Za-z][^>]*>")


def cites_known_sources(corpus: Corpus) -> Iterator[Problem]:
    """Every citation names a record in sources/; one that cannot be read is reported where it is."""
    unreadable = {problem.path for problem in corpus.problems}
    for claim in corpus.claims.values():
        for c in claim.citations:
            if c.source not in corpus.sources and f"sources/{c.source}.yaml" not in unreadable:
                todo = did_you_mean(c.source, corpus.sources, f"write sources/{c.source}.yaml")
                yield Problem(claim.path, c.line, f"sources/{c.source}.yaml does not exist or cannot be read", todo)


def rests_on_known_claims(corpus: Corpus) -> Iterator[Problem]:
    """Every claim in `rests_on` exists."""
    for claim in corpus.claims.values():
        for id in claim.rests_on:
            if id not in corpus.entries:
                todo = did_you_mean(id, corpus.entries, "remove it or write that claim")
                yield Problem(claim.path, claim.line("rests_on"), f"rests on the unknown claim `{id}`", todo)


def rests_on_no_circle(corpus: Corpus) -> Iterator[Problem]:
    """No claim rests on itself, directly or through others."""
    below = {id: claim.rests_on for id, claim in corpus.claims.items()}
    for id, claim in corpus.claims.items():
        circle = _path_back(id, below)
        if circle:
            what = f"rests on itself: {' -> '.join(circle)}"
            yield Problem(claim.path, claim.line("rests_on"), what, "remove one of these links")


def _path_back(start: str, below: Mapping[str, tuple[str, ...]]) -> list[str]:
    waiting, seen = [[start, id] for id in below[start]], set()
    while waiting:
        path = waiting.pop()
        if path[-1] == start:
            return path
        if path[-1] not in seen:
            seen.add(path[-1])
            waiting += [[*path, id] for id in below.get(path[-1], ())]
    return []


def is_one_sentence(corpus: Corpus) -> Iterator[Problem]:
    """A statement is prose of a readable length that ends like a sentence and holds no HTML."""
    for claim in corpus.claims.values():
        line = claim.line("statement")
        if _TAG.search(claim.statement):
            yield Problem(claim.path, line, "the statement holds HTML", "write Markdown; `<` needs a space after it")
        if len(claim.statement) > 400:
            yield Problem(claim.path, line, f"the statement has {len(claim.statement)} characters",
                          "split it, or move conditions to the caveats; 400 is the limit")
        if claim.statement[-1] not in ".!?$`)":
            yield Problem(claim.path, line, "the statement does not end like a sentence", "end it with a full stop")


def says_it_once(corpus: Corpus) -> Iterator[Problem]:
    """No two claims make the same statement."""
    first: dict[str, str] = {}
    for claim in corpus.claims.values():
        words = " ".join(re.findall(r"\w+", claim.statement.lower()))
        if words in first:
            yield Problem(claim.path, claim.line("statement"), f"says the same as {first[words]}", "keep one of them")
        first.setdefault(words, claim.path)


def locates_precisely(corpus: Corpus) -> Iterator[Problem]:
    """A locator says where in the work."""
    for claim in corpus.claims.values():
        for c in claim.citations:
            if _VAGUE.match(c.locator.strip()):
                yield Problem(claim.path, c.line, f"the locator `{c.locator}` says nothing",
                              "name a section, equation, table, or file and line")


def quotes_no_truth(corpus: Corpus) -> Iterator[Problem]:
    """A misconception is not the statement itself."""
    for claim in corpus.claims.values():
        if claim.misconception and claim.misconception.rstrip(".") == claim.statement.rstrip("."):
            yield Problem(claim.path, claim.line("misconception"), "the misconception repeats the statement",
                          "quote the false sentence")


def names_what_it_inspects(corpus: Corpus) -> Iterator[Problem]:
    """A claim about released software requires that software, so that its stamp names a version."""
    for claim in corpus.claims.values():
        if claim.evidence is Evidence.SHIPPED and not claim.requires:
            yield Problem(claim.path, claim.line("evidence"), "shipped, and no installed package is inspected",
                          "add `requires: [package]`, or choose another evidence")


def requires_packages(corpus: Corpus) -> Iterator[Problem]:
    """What a claim requires is the plain name of a package."""
    for claim in corpus.claims.values():
        for name in claim.requires:
            if not _PACKAGE.fullmatch(name):
                yield Problem(claim.path, claim.line("requires"), f"`{name}` is no name of a package",
                              "write the name alone; its version is in constraints.txt")


def sources_are_cited(corpus: Corpus) -> Iterator[Problem]:
    """Every source is cited by a claim or named on a page, as far as the records can be read."""
    if len(corpus.claims) < len(corpus.entries):
        return
    cited = {c.source for claim in corpus.claims.values() for c in claim.citations}
    text = "\n".join(corpus.pages.values())
    for source in corpus.sources.values():
        if source.key not in cited and f"#{source.key}" not in text:
            yield Problem(source.path, 1, "nothing cites this source", f"cite it, or link to sources/#{source.key}")
