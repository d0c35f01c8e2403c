"""Verdict, the narrow waist: what happened when a check ran, as plain data, and the rules that judge it."""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any


class Ruling(StrEnum):
    HOLDS = "holds"
    REFUTED = "refuted"
    VACUOUS = "vacuous"
    BROKEN = "broken"
    SKIPPED = "skipped"


class Kind(StrEnum):
    CONTROL = "control"
    SABOTAGE = "sabotage"
    MUTANT = "mutant"


class End(StrEnum):
    PASSED = "passed"
    FAILED = "failed"  # with an AssertionError, the only end that says something about the subject
    RAISED = "raised"  # with anything else
    DIED = "died"  # the process did not live to tell


@dataclass(frozen=True)
class Measurement:
    """One comparison: `observed` against `limit`; numbers, except for `equal`, which keeps both as text."""

    name: str
    relation: str  # close | below | above | equal
    observed: float | str
    limit: float | str

    @property
    def passed(self) -> bool:
        if isinstance(self.observed, str) or isinstance(self.limit, str):
            return self.observed == self.limit
        return self.observed >= self.limit if self.relation == "above" else self.observed <= self.limit

    @property
    def margin(self) -> float | None:
        """The distance to the limit as a share of the limit: 0 is at the edge, negative is past it."""
        if isinstance(self.observed, str) or isinstance(self.limit, str):
            return None
        slack = self.observed - self.limit if self.relation == "above" else self.limit - self.observed
        margin = slack / abs(self.limit) if self.limit else slack
        return margin if math.isfinite(margin) else None

    def sentence(self) -> str:
        if isinstance(self.observed, str) or isinstance(self.limit, str):
            return f"{self.name}: observed {self.observed}, expected {self.limit}"
        bound = "at least" if self.relation == "above" else "at most"
        what = "error " if self.relation == "close" else ""
        return f"{self.name}: observed {what}{self.observed:.3g}, {bound} {self.limit:.3g} allowed"


@dataclass(frozen=True)
class Trial:
    """One run of the check; `name` is the sabotaged subject or the mutant, `flaw` what is wrong with it."""

    kind: Kind
    name: str
    subject: str
    end: End
    detail: str = ""
    flaw: str = ""

    @property
    def label(self) -> str:
        return self.name if self.kind is Kind.CONTROL else f"{self.kind.value} `{self.name}`"


@dataclass(frozen=True)
class Counterexample:
    """The smallest input found on which a mutant and its reference disagree; the three values as text."""

    mutant: str
    given: str
    believed: str
    true: str


@dataclass(frozen=True)
class Verdict:
    ruling: Ruling
    reason: str
    trials: tuple[Trial, ...] = ()
    measurements: tuple[Measurement, ...] = ()
    counterexamples: tuple[Counterexample, ...] = ()
    figure: Mapping[str, Any] | None = None  # what `figure` of the check file says is to be drawn
    environment: Mapping[str, str] = field(default_factory=dict)

    @property
    def killed(self) -> list[str]:
        return [t.name for t in self.trials if t.kind is Kind.MUTANT and t.end is End.FAILED]

    @property
    def survived(self) -> list[str]:
        return [t.name for t in self.trials if t.kind is Kind.MUTANT and t.end is End.PASSED]

    def plain(self) -> dict[str, Any]:
        """The verdict as JSON can carry it; `from_plain` is its inverse."""
        return asdict(self)


def trial_of(plain: Mapping[str, Any]) -> Trial:
    return Trial(**{**plain, "kind": Kind(plain["kind"]), "end": End(plain["end"])})


def measurement_of(plain: Mapping[str, Any]) -> Measurement:
    return Measurement(**plain)


def from_plain(plain: Mapping[str, Any]) -> Verdict:
    return Verdict(
        Ruling(plain["ruling"]),
        plain["reason"],
        tuple(trial_of(t) for t in plain["trials"]),
        tuple(measurement_of(m) for m in plain["measurements"]),
        tuple(Counterexample(**c) for c in plain["counterexamples"]),
        plain["figure"],
        dict(plain["environment"]),
    )
