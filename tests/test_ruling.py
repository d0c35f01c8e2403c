"""How trials become a ruling, in which order, and with which reason."""

import json

import pytest

from refutable.ruling import rule
from refutable.verdict import Counterexample, End, Kind, Measurement, Ruling, Trial, Verdict, from_plain
from refutable.worker import verdict_of


def control(end: End, detail: str = "") -> Trial:
    return Trial(Kind.CONTROL, "control", "", end, detail)


def sabotage(end: End, detail: str = "") -> Trial:
    return Trial(Kind.SABOTAGE, "layer_norm", "layer_norm", end, detail)


def mutant(name: str, end: End, detail: str = "") -> Trial:
    return Trial(Kind.MUTANT, name, "layer_norm", end, detail, "wrong")


PASSED, REFUSED = control(End.PASSED), sabotage(End.RAISED, "Refused")
KILLED, KILLED_TOO = mutant("a", End.FAILED, "x"), mutant("b", End.FAILED, "x")
ILL_MADE = mutant("c", End.RAISED, "TypeError: no eps")
SURVIVOR, SURVIVOR_TOO = mutant("d", End.PASSED), mutant("e", End.PASSED)
DEAD = mutant("f", End.DIED, "crashed (SIGSEGV)")

CASES = [
    ("holds", "passes with the references and fails on all 2 mutants", [PASSED, REFUSED, KILLED, KILLED_TOO]),
    ("broken", "the check never ran", []),
    ("refuted", "error 3", [control(End.FAILED, "error 3")]),
    ("broken", "control: TypeError: x", [control(End.RAISED, "TypeError: x")]),
    ("broken", "control: did not end within 3 s", [control(End.DIED, "did not end within 3 s")]),
    ("vacuous", "the check passes even when `layer_norm` refuses to run; use it, or do not ask for it",
     [PASSED, sabotage(End.PASSED), KILLED, KILLED_TOO]),
    ("broken", "sabotage `layer_norm`: crashed", [PASSED, sabotage(End.DIED, "crashed")]),
    ("broken", "mutant `c` is ill-made: it broke the check instead of failing it (TypeError: no eps); let it "
     "take what the reference takes, and give a wrong answer",
     [PASSED, REFUSED, KILLED, ILL_MADE]),
    ("vacuous", "the check also passes on the wrong `d`, `e`; compare something that tells them apart",
     [PASSED, REFUSED, SURVIVOR, KILLED, SURVIVOR_TOO]),
    ("broken", "mutant `f`: crashed (SIGSEGV)", [PASSED, REFUSED, KILLED, DEAD]),
    ("vacuous", "no mutant shows that the check can fail; write wrong versions, each with @mutant", [PASSED, REFUSED]),
    # What comes first decides.
    ("refuted", "error 3", [control(End.FAILED, "error 3"), DEAD]),
    ("broken", "mutant `f`: crashed (SIGSEGV)", [PASSED, sabotage(End.PASSED), SURVIVOR, ILL_MADE, DEAD]),
    ("vacuous", "the check passes even when `layer_norm` refuses to run; use it, or do not ask for it",
     [PASSED, sabotage(End.PASSED), ILL_MADE, SURVIVOR]),
    ("broken", "mutant `c` is ill-made: it broke the check instead of failing it (TypeError: no eps); let it "
     "take what the reference takes, and give a wrong answer",
     [PASSED, REFUSED, SURVIVOR, ILL_MADE]),
    # A check may notice the refusal by failing: it used the subject.
    ("holds", "passes with the references and fails on its only mutant", [PASSED, sabotage(End.FAILED, "x"), KILLED]),
]


@pytest.mark.parametrize(("ruling", "reason", "trials"), CASES)
def test_a_ruling(ruling: str, reason: str, trials: list[Trial]):
    assert rule(trials) == (Ruling(ruling), reason)


def test_every_ruling_that_trials_can_have_is_in_the_table():
    assert {case[0] for case in CASES} == {r.value for r in Ruling} - {"skipped"}


def test_a_check_that_ends_in_the_middle_is_broken_where_it_was():
    facts = [{"begin": {**vars(PASSED), "end": "died"}}, {"trial": vars(PASSED)},
             {"measurement": vars(Measurement("x", "close", 0.0, 1.0))}, {"begin": {**vars(KILLED), "end": "died"}}]
    verdict = verdict_of(facts, "crashed (SIGSEGV)")
    assert (verdict.ruling, verdict.reason) == (Ruling.BROKEN, "mutant `a`: crashed (SIGSEGV)")
    assert [trial.end for trial in verdict.trials] == [End.PASSED, End.DIED]


def test_a_verdict_survives_json():
    verdict = Verdict(Ruling.VACUOUS, "because", (PASSED, SURVIVOR), (Measurement("x", "below", 1.5, 2.0),),
                      (Counterexample("a", "x = [0, 1]", "1", "2"),), {"python": "3.11.7"})
    assert from_plain(json.loads(json.dumps(verdict.plain()))) == verdict
    assert (verdict.killed, verdict.survived) == ([], ["d"])
