"""Claim: what its record says, read strictly."""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from refutable.form import Form
from refutable.problem import Problem
from refutable.strict_yaml import Node, load


class Evidence(StrEnum):
    """What kind of support a claim has; it limits what a stamp may say."""

    DERIVED = "derived"
    MEASURED = "measured"
    SHIPPED = "shipped"
    REPORTED = "reported"


class Relation(StrEnum):
    SUPPORTS = "supports"
    DISPUTES = "disputes"
    DEFINES = "defines"
    MENTIONS = "mentions"


class Reviewer(StrEnum):
    AI = "ai"
    HUMAN = "human"


@dataclass(frozen=True)
class Citation:
    source: str
    locator: str
    relation: Relation
    line: int = 0


@dataclass(frozen=True)
class Review:
    by: str
    kind: Reviewer
    date: str
    digest: str
    note: str = ""


@dataclass(frozen=True)
class Claim:
    id: str
    topic: str
    path: str  # of the record, relative to the corpus
    statement: str
    evidence: Evidence
    citations: tuple[Citation, ...]
    caveats: tuple[str, ...]
    rests_on: tuple[str, ...] = ()
    misconception: str = ""
    requires: tuple[str, ...] = ()
    review: Review | None = None
    lines: tuple[tuple[str, int], ...] = ()  # line of each key, for messages about it

    def line(self, key: str) -> int:
        return dict(self.lines).get(key, 1)


_REQUIRED = ("statement", "evidence", "sources", "caveats")
_OPTIONAL = ("rests_on", "misconception", "requires", "review")


@cache  # `serve` reads the same texts again and again
def parse_claim(text: str, path: str, topic: str, id: str) -> tuple[Claim | None, tuple[Problem, ...]]:
    """Read one claim record; None when something required could not be read."""
    node, problems = load(text, path)
    if node is None:
        return None, tuple(problems)
    form = Form(path, problems)
    got = form.fields(node, _REQUIRED, _OPTIONAL, "a claim")
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", id):
        form.add(1, f"the name `{id}` is not an id", "use lower-case words joined by hyphens")
    statement = form.text(got.get("statement"), "`statement`")
    evidence = form.choice(got.get("evidence"), Evidence, "evidence")
    citations = tuple(c for item in form.items(got.get("sources"), "`sources`") if (c := _citation(form, item)))
    caveats = form.texts(got.get("caveats"), "`caveats`")
    rests_on = form.texts(got.get("rests_on"), "`rests_on`")
    misconception = form.text(got.get("misconception"), "`misconception`")
    requires = form.texts(got.get("requires"), "`requires`")
    review = _review(form, got["review"]) if "review" in got else None
    if not (statement and evidence and citations and caveats):
        return None, tuple(form.problems)
    lines = tuple((node.key_lines or {}).items())
    claim = Claim(id, topic, path, statement, evidence, citations, caveats, rests_on, misconception, requires, review,
                  lines)
    return claim, tuple(form.problems)


def _citation(form: Form, node: Node) -> Citation | None:
    got = form.fields(node, ("source", "locator", "relation"), (), "a citation")
    source, locator = form.text(got.get("source"), "`source`"), form.text(got.get("locator"), "`locator`")
    relation = form.choice(got.get("relation"), Relation, "relation")
    return Citation(source, locator, relation, node.line) if source and locator and relation else None


def _review(form: Form, node: Node) -> Review | None:
    got = form.fields(node, ("by", "kind", "date", "digest"), ("note",), "a review")
    by, kind = form.text(got.get("by"), "`by`"), form.choice(got.get("kind"), Reviewer, "kind of review")
    date, note = form.date(got.get("date"), "`date`"), form.text(got.get("note"), "`note`")
    digest = form.text(got.get("digest"), "`digest`")
    if digest and not re.fullmatch(r"[0-9a-f]{12}(-[0-9a-f]{12}){4}", digest):
        form.add(got["digest"].line, f"`digest` {digest} is not one that `refutable review` writes",
                 "remove the review and sign again")
        return None
    return Review(by, kind, date, digest, note) if by and kind and date and digest else None
