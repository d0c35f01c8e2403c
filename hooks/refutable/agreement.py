"""Agreement: what a check of ours says of somebody else's implementation of its subjects."""

import ast
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from refutable.form import Form
from refutable.problem import Problem, did_you_mean
from refutable.strict_yaml import load
from refutable.verdict import End, Verdict

# Beside a framework's implementations: the claims that say why it disagrees, each with the claims it disagrees with.
FILE = "disagreements.yaml"


class Outcome(StrEnum):
    HOLDS = "holds"
    FAILS = "fails"
    UNDECIDED = "undecided"  # it fails, but so do our own references in that precision
    NOT_RUN = "not run"


@dataclass(frozen=True)
class Agreement:
    """`largest` is the largest difference that the check saw where it asks for closeness; None if it saw none."""

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


def outcome_of(verdict: Verdict, same_precision: Verdict | None = None) -> tuple[Outcome, str]:
    """The outcome of a control, and what there is to say; `same_precision` is that of our references in its precision."""
    control = verdict.trials[0] if verdict.trials else None
    if control is None or control.end in (End.RAISED, End.DIED):
        return Outcome.NOT_RUN, control.detail if control and control.detail else verdict.reason
    if control.end is End.PASSED:
        return Outcome.HOLDS, ""
    if same_precision and same_precision.trials and same_precision.trials[0].end is not End.PASSED:
        return Outcome.UNDECIDED, control.detail
    return Outcome.FAILS, control.detail


def largest_difference(verdict: Verdict) -> float | None:
    seen = [m.observed for m in verdict.measurements if m.relation == "close" and isinstance(m.observed, float)]
    return max((math.inf if math.isnan(value) else value for value in seen), default=None)


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


def idle(explained: Mapping[str, Mapping[str, int]], framework: str, claims: Iterable[str]) -> Iterator[Problem]:
    """Explanations that name claims that do not exist."""
    known = list(claims)
    for explaining, listed in explained.items():
        for id, line in {explaining: 1, **listed}.items():
            if id not in known:
                yield Problem(f"claims/implementations/{framework}/{FILE}", line, f"unknown claim `{id}`",
                              did_you_mean(id, known, "remove it"))
