"""Agreement: what a check of ours says of somebody else's implementation of its subjects."""

import ast
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from statistics import median

from refutable.form import Form
from refutable.problem import Problem, did_you_mean
from refutable.strict_yaml import load
from refutable.verdict import End, Verdict

# Beside a framework's implementations: the claims that say why it disagrees, each with the claims it disagrees with.
FILE = "disagreements.yaml"
_HARDLY_MORE = 10


class Outcome(StrEnum):
    HOLDS = "holds"
    FAILS = "fails"
    UNDECIDED = "undecided"  # it fails, but hardly more so than our own references in that precision
    NOT_RUN = "not run"


@dataclass(frozen=True)
class Agreement:
    """`largest`: the largest difference between what the check observed with it and with ours; None if nothing."""

    framework: str
    version: str
    names: tuple[str, ...]  # of the subjects that were replaced
    dtype: str
    outcome: Outcome
    detail: str = ""
    largest: float | None = None
    why: tuple[str, ...] = ()  # claims that say why it disagrees


@cache
def precision_of(text: str) -> str:
    """What an implementation says that it computes in: its constant DTYPE; empty if there is none."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return ""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and \
                [ast.unparse(target) for target in node.targets] == ["DTYPE"]:
            return str(node.value.value)
    return ""


def rounded(name: str, text: str, dtype: str) -> str:
    """The source of a reference whose arguments and outcomes are rounded to a type: what that precision is good for."""
    return f"""{text}

import numpy

def _round(value):
    return value.astype("{dtype}") if getattr(getattr(value, "dtype", None), "kind", "") == "f" else value

_exact = {name}

def {name}(*arguments, **options):
    outcome = _exact(*map(_round, arguments), **{{key: _round(value) for key, value in options.items()}})
    return tuple(map(_round, outcome)) if isinstance(outcome, tuple) else _round(outcome)
"""


def outcome_of(verdict: Verdict, exact: Verdict, rounded: Verdict | None = None) -> tuple[Outcome, str]:
    """The outcome of a control, and what there is to say; `exact` and `rounded` are the verdicts on our references."""
    control = verdict.trials[0] if verdict.trials else None
    if control is None or control.end in (End.RAISED, End.DIED):
        return Outcome.NOT_RUN, control.detail if control and control.detail else verdict.reason
    if control.end is End.PASSED:
        return Outcome.HOLDS, ""
    if rounded and rounded.trials and rounded.trials[0].end is not End.PASSED:
        theirs, ours = largest_difference(verdict, exact), largest_difference(rounded, exact)
        if not theirs or not ours or theirs <= _HARDLY_MORE * ours:
            return Outcome.UNDECIDED, control.detail
    return Outcome.FAILS, control.detail


def largest_difference(verdict: Verdict, exact: Verdict) -> float | None:
    """Between what the same check observed in two controls, as a share of it where it is above 1; None for nothing."""
    pairs = [(a.observed, b.observed) for a, b in zip(verdict.measurements, exact.measurements, strict=False)]
    seen = [0.0 if a == b else abs(a - b) / max(1.0, abs(b)) for a, b in pairs
            if not isinstance(a, str) and not isinstance(b, str)]
    return max((math.inf if math.isnan(value) else value for value in seen), default=None)


@dataclass(frozen=True)
class Total:
    """How a framework fares on all claims; `median` is that of the differences."""

    name: str
    version: str
    dtype: str
    counts: Mapping[str, int]
    median: float | None

    @property
    def total(self) -> int:
        return sum(self.counts.values())


def totals(agreements: Iterable[Agreement]) -> list[Total]:
    by_name: dict[str, list[Agreement]] = {}
    for a in agreements:
        by_name.setdefault(a.framework, []).append(a)
    return [Total(name, found[0].version, ", ".join(sorted({a.dtype for a in found})),
                  {o.value: sum(a.outcome is o for a in found) for o in Outcome},
                  median(seen) if (seen := [a.largest for a in found if a.largest is not None]) else None)
            for name, found in sorted(by_name.items())]


def read_disagreements(text: str, path: str) -> tuple[dict[str, dict[str, int]], list[Problem]]:
    """For each claim that explains, the claims whose disagreement it explains, with the line of each."""
    node, problems = load(text, path)
    form = Form(path, problems)
    if node is None or not isinstance(node.value, dict):
        return {}, form.problems
    found: dict[str, dict[str, int]] = {}
    for explaining, listed in node.value.items():
        found[explaining] = {form.text(item, "an item"): item.line for item in form.items(listed, f"`{explaining}`")}
    return found, form.problems


def unexplained(id: str, agreements: Iterable[Agreement]) -> Iterator[Problem]:
    """Every disagreement is a finding: some claim has to say why."""
    for a in agreements:
        if a.outcome is Outcome.FAILS and not a.why:
            yield Problem(f"claims/implementations/{a.framework}/{FILE}", 1,
                          f"{a.framework} {a.version} disagrees with `{id}` ({a.detail})",
                          "write the claim that says why, and list this one under it")


def unknown_claims(explained: Mapping[str, Mapping[str, int]], path: str, claims: Iterable[str]) -> Iterator[Problem]:
    """Explanations by, or of, claims that do not exist."""
    known = list(claims)
    for explaining, listed in explained.items():
        for id, line in {explaining: min(listed.values(), default=2) - 1, **listed}.items():
            if id not in known:
                yield Problem(path, line, f"unknown claim `{id}`", did_you_mean(id, known, "remove it"))
