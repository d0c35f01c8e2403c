"""Stamping: every marker in rendered HTML is replaced by what its target is worth today."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from markupsafe import Markup

from refutable.assessment import Assessment
from refutable.chart import Misdrawn, chart
from refutable.marker import MARKER, Marker, MarkerKind, marker_of
from refutable.problem import did_you_mean
from refutable.prose import plain
from refutable.render import python, render
from refutable.status import READ_BY_AI
from refutable.subject import Subject
from refutable.table import Table, rules
from refutable.verdict import Ruling

# A block marker alone in its paragraph: the stamp is a block and takes the paragraph's place.
_ALONE = re.compile(rf"<p>\s*({MARKER.pattern})\s*</p>")


class Unknown(Exception):
    """A marker whose target does not exist; the message says what, and what may be meant."""


@dataclass(frozen=True)
class Stamper:
    """Pure: the same HTML and the same assessments give the same stamps."""

    assessments: Mapping[str, Assessment]
    subjects: Mapping[str, Subject] = field(default_factory=dict)
    tables: Mapping[str, Table] = field(default_factory=dict)  # by claim and name

    def stamp(self, html: str, to_root: str) -> tuple[str, list[tuple[Marker, str]]]:
        """Fill all markers; `to_root` is the relative path from the page to the site's root, as in "../".

        Returns the HTML, and the markers that stay unfilled with what is wrong with each.
        """
        unknown: list[tuple[Marker, str]] = []
        count = 0

        def fill(match: re.Match[str]) -> str:
            nonlocal count
            count += 1
            marker = marker_of(match)
            try:
                return self.one(marker, to_root, count)
            except Unknown as error:
                unknown.append((marker, str(error)))
                return match[0]

        html = _ALONE.sub(lambda m: m[0] if m[2] == MarkerKind.CLAIM else m[1], html)
        return MARKER.sub(fill, html), unknown

    def one(self, marker: Marker, to_root: str, number: int = 1) -> str:
        """The HTML of one stamp; raises Unknown."""
        if marker.kind is MarkerKind.CLAIM:
            a = self._assessment(marker.target)
            return render("claim.html", a=a, href=self._address(a.id, to_root), number=number,
                          explanation=explanation(a), read_by_ai=READ_BY_AI)
        if marker.kind is MarkerKind.COUNTEREXAMPLE:
            return self._counterexample(marker.target, to_root)
        if marker.kind is MarkerKind.FIGURE:
            return self._figure(marker.target, to_root, number)
        if marker.kind is MarkerKind.TABLE:
            return self._table(marker.target, to_root)
        subject = self._subject(marker.target)
        if marker.kind is MarkerKind.CODE:
            return render("code.html", subject=subject, digest=_digest(subject.code), highlighted=python(subject.code))
        if not subject.tex:
            raise Unknown(f"`{subject.name}` has no formula; put it between $$ signs in the docstring, {subject.path}")
        return render("equation.html", subject=subject, digest=_digest(subject.tex))

    def _address(self, id: str, to_root: str) -> str:
        return f"{to_root}claims/{id}/"

    def _assessment(self, id: str) -> Assessment:
        if id not in self.assessments:
            raise Unknown(f"unknown claim `{id}`; " + did_you_mean(id, self.assessments, "see `refutable check`"))
        return self.assessments[id]

    def _subject(self, name: str) -> Subject:
        if name not in self.subjects:
            raise Unknown(f"unknown reference `{name}`; " + did_you_mean(name, self.subjects, "see claims/reference/"))
        return self.subjects[name]

    def _figure(self, id: str, to_root: str, number: int) -> str:
        a = self._assessment(id)
        if a.verdict.figure is None:
            if a.verdict.ruling is Ruling.HOLDS:
                raise Unknown(f"`{id}` draws no figure; write `def figure(recording)` in its check")
            return render("nothing_to_show.html", a=a, what="figure", stamp=f"figure: {id}",
                          href=self._address(id, to_root))
        try:
            drawn = Markup(chart(a.verdict.figure, f"figure-{number}"))
        except (Misdrawn, KeyError, TypeError, ValueError) as error:
            raise Unknown(f"the figure of `{id}` cannot be drawn: {error}") from error
        return render("figure_stamp.html", a=a, figure=drawn, href=self._address(id, to_root))

    def _table(self, target: str, to_root: str) -> str:
        """Shown whether or not the claim could be judged here; what that came to stands below it."""
        a = self._assessment(target.partition(".")[0])
        if target not in self.tables:
            raise Unknown(f"there is no table `{target}`; "
                          + did_you_mean(target, self.tables, f"see TABLES in the check of {a.path}"))
        table = self.tables[target]
        says = {id: self._assessment(id).status.value for _, id in table.rows if id}
        links = {id: (self._address(id, to_root), word) for id, word in says.items()}
        return render("table.html", table=table, links=links, linked=bool(links), rules=Markup(rules(table)),
                      digest=_digest(repr((table, says, a.digest))), href=self._address(a.id, to_root), words=a.words,
                      reason="" if a.verdict.ruling is Ruling.HOLDS else f": {a.reason}")

    def _counterexample(self, target: str, to_root: str) -> str:
        id, _, mutant = target.partition(".")
        a = self._assessment(id)
        found = {c.mutant: c for c in a.verdict.counterexamples}
        flaws = {m.name: m.flaw for m in a.check.mutants} if a.check else {}
        if mutant not in flaws:
            raise Unknown(f"`{id}` has no mutant `{mutant}`; " + did_you_mean(mutant, flaws, f"see {a.path}"))
        if mutant not in found:
            if a.verdict.ruling is Ruling.HOLDS:
                raise Unknown(f"no counterexample to `{mutant}` was found; mark it belief=True, or write `observe`")
            return render("nothing_to_show.html", a=a, what="counterexample", stamp=f"counterexample: {target}",
                          href=self._address(id, to_root))
        return render("counterexample.html", a=a, c=found[mutant], flaw=flaws[mutant], href=self._address(id, to_root))


def explanation(a: Assessment) -> str:
    """What a stamp says on focus and hover."""
    killed, standing = len(a.verdict.killed), a.standing
    parts = [f"Check {a.verdict.ruling.value}: {a.reason.rstrip('.')}." if a.reason else ""]
    if a.verdict.ruling.value == "holds" and a.reason == a.verdict.reason:
        parts = [f"The check passes, and fails on all {killed} wrong versions that it was given."]
    if a.claim:
        parts.append(f"Evidence: {a.claim.evidence.value}.")
    if standing.current and standing.review:
        parts.append(f"Reviewed by {standing.review.by} ({standing.review.kind.value}) on {standing.review.date}.")
    elif standing.changed:
        parts.append(f"Review out of date: {', '.join(standing.changed)} changed.")
    else:
        parts.append("Not reviewed.")
    return plain(" ".join(part for part in parts if part))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
