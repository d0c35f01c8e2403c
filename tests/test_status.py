"""What the reader is told: every cell of the table, and how doubt spreads."""

from dataclasses import replace

import pytest

from refutable.assessment import Assessment, ran_and_held, with_doubts
from refutable.problem import Problem
from refutable.record import Citation, Claim, Evidence, Relation, Review, Reviewer
from refutable.status import Standing, Status, part_digests, signature, standing, status_of, wording
from refutable.verdict import Measurement, Ruling, Verdict

NOBODY = Standing()
AI = Standing(Review("Claude", Reviewer.AI, "2026-11-29", ""))
HUMAN = Standing(Review("Ada", Reviewer.HUMAN, "2026-11-29", ""))
STALE_AI = Standing(AI.review, ("check",))
STALE_HUMAN = Standing(HUMAN.review, ("statement",))
TABLE = {  # ruling: none, stale AI, stale human, current AI, current human
    Ruling.HOLDS: ["checked", "checked", "checked", "checked, sources read by AI", "verified"],
    Ruling.SKIPPED: ["unchecked"] * 5,
    Ruling.VACUOUS: ["unproven"] * 5,
    Ruling.BROKEN: ["unproven"] * 5,
    Ruling.REFUTED: ["refuted"] * 5,
}


@pytest.mark.parametrize("ruling", Ruling)
def test_every_cell_of_the_table(ruling: Ruling):
    found = [status_of(ruling, standing).value for standing in (NOBODY, STALE_AI, STALE_HUMAN, AI, HUMAN)]
    assert found == TABLE[ruling]


def claim(id: str = "a", evidence: Evidence = Evidence.DERIVED, rests_on: tuple[str, ...] = (),
          requires: tuple[str, ...] = (), review: Review | None = None) -> Claim:
    cited = Citation("ba-2016", "section 3", Relation.SUPPORTS)
    return Claim(id, "topic", f"claims/topic/{id}.yaml", "True.", evidence, (cited,), ("Not always.",), rests_on,
                 requires=requires, review=review)


@pytest.mark.parametrize(("status", "evidence", "words"), [
    (Status.CHECKED, Evidence.DERIVED, "checked"),
    (Status.CHECKED, Evidence.MEASURED, "checked"),
    (Status.CHECKED, Evidence.SHIPPED, "checked in torch 2.9"),
    (Status.CHECKED, Evidence.REPORTED, "mechanism checked, outcome reported"),
    (Status.VERIFIED, Evidence.DERIVED, "verified"),
    (Status.VERIFIED, Evidence.SHIPPED, "verified in torch 2.9"),
    (Status.VERIFIED, Evidence.REPORTED, "mechanism verified, outcome reported"),
    (Status.AI_READ, Evidence.REPORTED, "mechanism checked, outcome reported, sources read by AI"),
    (Status.AI_READ, Evidence.SHIPPED, "checked in torch 2.9, sources read by AI"),
    # Nothing is checked, so there is nothing to limit.
    (Status.UNCHECKED, Evidence.SHIPPED, "unchecked"),
    (Status.UNPROVEN, Evidence.REPORTED, "unproven"),
    (Status.REFUTED, Evidence.REPORTED, "refuted"),
])
def test_evidence_limits_the_words(status: Status, evidence: Evidence, words: str):
    about = claim(evidence=evidence, requires=("torch",))
    assert wording(status, about, {"python": "3.11", "torch": "2.9"}) == words


PARTS = {"statement": "x" * 12, "caveats": "y" * 12, "sources": "z" * 12, "evidence": "u" * 12, "check": "v" * 12}


@pytest.mark.parametrize("part", PARTS)
def test_a_review_is_stale_by_the_part_that_changed(part: str):
    signed = Review("Ada", Reviewer.HUMAN, "2026-11-29", signature(PARTS))
    assert standing(claim(review=signed), PARTS) == Standing(signed)
    assert standing(claim(review=signed), {**PARTS, part: "w" * 12}) == Standing(signed, (part,))


def test_the_digest_of_sources_covers_how_they_are_cited():
    before = part_digests(claim(), "check", {})
    for field, value in (("locator", "section 4"), ("relation", Relation.DISPUTES), ("source", "other")):
        cited = Citation(**{"source": "ba-2016", "locator": "section 3", "relation": Relation.SUPPORTS, field: value})
        after = part_digests(Claim(**{**vars(claim()), "citations": (cited,)}), "check", {})
        assert {part for part in after if after[part] != before[part]} == {"sources"}, field


def assessed(id: str, status: Status, rests_on: tuple[str, ...] = (), readable: bool = True) -> Assessment:
    about = claim(id, rests_on=rests_on) if readable else None
    ruling = {Status.REFUTED: Ruling.REFUTED, Status.UNPROVEN: Ruling.BROKEN, Status.UNCHECKED: Ruling.SKIPPED}
    verdict = Verdict(ruling.get(status, Ruling.HOLDS), "as it came out")
    return Assessment(id, "topic", f"claims/topic/{id}.yaml", about, None, "", verdict, "", NOBODY, status,
                      verdict.reason)


def doubts(*assessments: Assessment) -> dict[str, tuple[str, str]]:
    """Status and reason of those that doubt has changed."""
    before = {a.id: a for a in assessments}
    after = with_doubts(before)
    assert list(after) == list(before)
    return {id: (a.status.value, a.reason) for id, a in after.items() if a != before[id]}


@pytest.mark.parametrize("said", [
    {"reason": "another"}, {"check_text": "another"}, {"topic": "another"}, {"standing": AI}, {"standing": STALE_AI},
    {"status": Status.UNPROVEN}, {"claim": claim(evidence=Evidence.MEASURED)},
    {"problems": (Problem("a", 1, "b", "c"),)},
    {"verdict": Verdict(Ruling.HOLDS, "as it came out", (), (Measurement("x", "below", 1.0, 2.0),))},
    {"verdict": Verdict(Ruling.HOLDS, "as it came out", environment={"numpy": "9"})},
])
def test_the_digest_of_a_stamp_covers_whatever_its_page_says(said: dict[str, object]):
    before = assessed("a", Status.CHECKED)
    assert before.digest == assessed("a", Status.CHECKED).digest
    assert replace(before, **said).digest != before.digest


CHECKED, UNPROVEN, REFUTED = Status.CHECKED, Status.UNPROVEN, Status.REFUTED


@pytest.mark.parametrize(("found", "fallen"), [
    ([assessed("a", CHECKED), assessed("b", CHECKED, ("a",))], {}),
    ([assessed("a", REFUTED), assessed("b", CHECKED, ("a",))], {"b": ("unproven", "rests on `a`, which is refuted")}),
    ([assessed("a", UNPROVEN), assessed("b", CHECKED, ("a",))], {"b": ("unproven", "rests on `a`, which is unproven")}),
    ([assessed("a", UNPROVEN, readable=False), assessed("b", CHECKED, ("a",))],
     {"b": ("unproven", "rests on `a`, which is unproven")}),
    ([assessed("b", CHECKED, ("gone",))], {"b": ("unproven", "rests on `gone`, which does not exist")}),
    # What could not run here is no reason for doubt.
    ([assessed("a", Status.UNCHECKED), assessed("b", CHECKED, ("a",))], {}),
    # A claim that is refuted itself stays refuted.
    ([assessed("a", UNPROVEN), assessed("b", REFUTED, ("a",))], {}),
    # A signature does not help.
    ([assessed("a", REFUTED), assessed("b", Status.VERIFIED, ("a",))],
     {"b": ("unproven", "rests on `a`, which is refuted")}),
    # The first culprit of several is named.
    ([assessed("a", CHECKED), assessed("c", REFUTED), assessed("b", CHECKED, ("a", "c"))],
     {"b": ("unproven", "rests on `c`, which is refuted")}),
    # In a circle nothing supports anything; nor does what hangs on it.
    ([assessed("a", CHECKED, ("b",)), assessed("b", CHECKED, ("a",)), assessed("c", CHECKED, ("a",))],
     {**dict.fromkeys("ab", ("unproven", "rests on itself through others; remove a link")),
      "c": ("unproven", "rests on `a`, which is unproven")}),
    ([assessed("a", CHECKED, ("b",)), assessed("b", REFUTED, ("a",))],
     {"a": ("unproven", "rests on `b`, which is refuted")}),
])
def test_doubt_spreads(found: list[Assessment], fallen: dict[str, tuple[str, str]]):
    assert doubts(*found) == fallen


@pytest.mark.parametrize("backwards", [False, True])
def test_doubt_spreads_along_a_chain(backwards: bool):
    """In whatever order the claims come."""
    chain = [assessed("a", REFUTED)] + [assessed(id, CHECKED, (before,)) for before, id in ("ab", "bc", "cd", "de")]
    fallen = doubts(*(reversed(chain) if backwards else chain))
    assert {id: reason for id, (_, reason) in fallen.items()} == {
        "b": "rests on `a`, which is refuted", "c": "rests on `b`, which is unproven",
        "d": "rests on `c`, which is unproven", "e": "rests on `d`, which is unproven"}


@pytest.mark.parametrize(("status", "held"), [
    (CHECKED, True), (Status.VERIFIED, True), (Status.UNCHECKED, True), (UNPROVEN, False), (REFUTED, False)])
def test_only_what_is_wrong_fails_a_command(status: Status, held: bool):
    assert ran_and_held(assessed("a", status)) is held
    if held:
        fallen = with_doubts({"a": assessed("a", status, ("gone",))})["a"]
        assert not ran_and_held(fallen)
