"""Assessment: everything the reader may be told about one claim, put together from record, verdict and review."""

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

from refutable.agreement import Agreement
from refutable.check import Check
from refutable.problem import Problem
from refutable.record import Claim
from refutable.source import Source
from refutable.status import Standing, Status, part_digests, standing, status_of, wording
from refutable.verdict import Ruling, Verdict


@dataclass(frozen=True)
class Assessment:
    """`claim` is None if the record cannot be read; then `problems` say why, and the claim is unproven."""

    id: str
    topic: str
    path: str
    claim: Claim | None
    check: Check | None
    check_text: str
    verdict: Verdict
    when: str  # the verdict was reached; empty if nothing ran
    standing: Standing
    status: Status
    reason: str
    problems: tuple[Problem, ...] = ()
    agreements: tuple[Agreement, ...] = ()  # of other people's implementations with the check

    @property
    def words(self) -> str:
        return wording(self.status, self.claim, self.verdict.environment)

    @cached_property
    def digest(self) -> str:
        """Changes whenever anything changes that a stamp or a claim's page says."""
        said = [self.id, self.topic, self.status, self.reason, self.words, self.check_text, self.verdict.plain(),
                asdict(self.claim) if self.claim else None, asdict(self.standing), [str(p) for p in self.problems],
                [asdict(agreement) for agreement in self.agreements]]
        return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:16]

    def plain(self) -> dict[str, Any]:
        """For programs: what `refutable check --json` and `claims.json` say of a claim."""
        claim = self.claim
        return {
            "id": self.id,
            "topic": self.topic,
            "statement": claim.statement if claim else "",
            "evidence": claim.evidence.value if claim else "",
            "ruling": self.verdict.ruling.value,
            "reason": self.reason,
            "status": self.status.value,
            "killed": self.verdict.killed,
            "survived": self.verdict.survived,
            "sources": [{"source": c.source, "locator": c.locator, "relation": c.relation.value}
                        for c in claim.citations] if claim else [],
            "caveats": list(claim.caveats) if claim else [],
            "measurements": [_json_safe({**asdict(m), "margin": m.margin}) for m in self.verdict.measurements],
            "requires": list(claim.requires) if claim else [],
            "rests_on": list(claim.rests_on) if claim else [],
            "misconception": claim.misconception if claim else "",
            "counterexamples": [asdict(c) for c in self.verdict.counterexamples],
            "review": {"standing": self.standing.word, "changed": list(self.standing.changed),
                       "by": self.standing.review.by, "kind": self.standing.review.kind.value,
                       "date": self.standing.review.date} if self.standing.review else {"standing": "none"},
            "environment": dict(self.verdict.environment),
            "judged": self.when,
            "digest": self.digest,
        }


def assess(id: str, topic: str, path: str, claim: Claim | None, check: Check | None, check_text: str,
           verdict: Verdict, when: str, sources: Mapping[str, Source], problems: tuple[Problem, ...]) -> Assessment:
    """The claim by itself; `with_doubts` adds what follows from the claims it rests on."""
    if claim is None:
        reason = f"the record cannot be read: {problems[0]}" if problems else "there is no record"
        return Assessment(id, topic, path, None, check, check_text, verdict, when, Standing(), Status.UNPROVEN,
                          reason, problems)
    stands = standing(claim, part_digests(claim, check_text, sources))
    status, reason = status_of(verdict.ruling, stands), verdict.reason
    mistakes = [problem for problem in problems if problem.path == path]
    if mistakes:  # what could not be read might have been what it rests on
        status, reason = Status.UNPROVEN, f"the record has mistakes: {mistakes[0]}"
    unread = next((c.source for c in claim.citations if c.source not in sources), "")
    if unread and status is not Status.REFUTED:  # nobody can look up what supports it
        status, reason = Status.UNPROVEN, f"sources/{unread}.yaml does not exist or cannot be read"
    return Assessment(id, topic, path, claim, check, check_text, verdict, when, stands, status, reason,
                      problems)


def with_doubts(assessments: Mapping[str, Assessment]) -> dict[str, Assessment]:
    """Whatever rests, directly or not, on a refuted or unproven claim is unproven and names it; so is a circle."""
    found = _spread(assessments)
    return _spread({id: _on_itself(a, found) for id, a in found.items()})


def _spread(assessments: Mapping[str, Assessment]) -> dict[str, Assessment]:
    found = dict(assessments)
    fallen = {id for id, a in found.items() if a.status in (Status.REFUTED, Status.UNPROVEN)}
    waiting = True
    while waiting:
        waiting = False
        for id, a in found.items():
            culprit = next((c for c in a.claim.rests_on if c in fallen or c not in found), "") if a.claim else ""
            if culprit and id not in fallen:
                why = f"rests on `{culprit}`, which is {found[culprit].status}" if culprit in found else \
                    f"rests on `{culprit}`, which does not exist"
                found[id] = replace(a, status=Status.UNPROVEN, reason=why)
                fallen.add(id)
                waiting = True
    return found


def _on_itself(a: Assessment, assessments: Mapping[str, Assessment]) -> Assessment:
    waiting, seen = list(a.claim.rests_on) if a.claim else [], set[str]()
    while waiting:
        id = waiting.pop()
        if id == a.id and a.status not in (Status.REFUTED, Status.UNPROVEN):
            return replace(a, status=Status.UNPROVEN, reason="rests on itself through others; remove a link")
        if id in assessments and id not in seen and (below := assessments[id].claim):
            seen.add(id)
            waiting += below.rests_on
    return a


def ran_and_held(assessment: Assessment) -> bool:
    """Whether nothing is wrong with a claim: it holds, or it could not run here for want of a package."""
    return assessment.status is not Status.UNPROVEN and \
        assessment.verdict.ruling in (Ruling.HOLDS, Ruling.SKIPPED)


def _json_safe(measured: dict[str, Any]) -> dict[str, Any]:
    """JSON has no word for NaN and infinity; they become text."""
    return {name: str(value) if isinstance(value, float) and not math.isfinite(value) else value
            for name, value in measured.items()}
