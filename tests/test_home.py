"""The check that runs in the home page agrees with the claim that it stands for."""

import re
import runpy
from dataclasses import replace
from pathlib import Path

import pytest

from reader import home
from refutable.examine import examine
from refutable.progress import Progress
from refutable.verdict import End, Kind, Verdict

ROOT = Path(__file__).parent.parent
ID = "layer-norm-ignores-shift"
PATH = ROOT / home.LIVE / f"{ID}.py"
CODE = home.functions(PATH.read_text())


@pytest.fixture(scope="module")
def examined():
    return examine(ROOT, Progress(), [ID])


def test_the_live_check_ends_as_the_recorded_one_on_every_version(examined):
    functions = runpy.run_path(str(PATH))
    trials = examined.assessments[ID].verdict.trials
    mutants = {trial.name: trial.end for trial in trials if trial.kind is Kind.MUTANT}
    assert set(CODE) == {"check", "close", "layer_norm", *mutants}
    functions["check"](functions["layer_norm"])
    for name, end in mutants.items():
        assert end is End.FAILED
        with pytest.raises(AssertionError, match="at most"):
            functions["check"](functions[name])


def test_the_live_versions_compute_what_the_versions_of_the_claim_compute():
    import importlib.util

    import numpy as np

    live = runpy.run_path(str(PATH))
    spec = importlib.util.spec_from_file_location("claim", ROOT / f"claims/layer-norm/{ID}.py")
    claim = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(claim)
    reference = runpy.run_path(str(ROOT / "claims/reference/layer_norm.py"))["layer_norm"]
    x = np.random.default_rng(3).normal(2, 3, size=(3, 8))
    for name in CODE.keys() - {"check", "close"}:
        whole = reference if name == "layer_norm" else getattr(claim, name)
        assert np.allclose(live[name](x.tolist(), 0.3), getattr(whole, "function", whole)(x, eps=0.3), atol=1e-12), name


def test_the_page_shows_what_the_verdict_says_and_nothing_that_was_typed(examined):
    a = examined.assessments[ID]
    html = home.live(a, CODE, 541_000)
    assert html.count('class="live-version live-passed"') == 1
    assert html.count('class="live-version live-failed"') == len(a.verdict.killed)
    for name in a.verdict.killed:
        assert f'value="{name}" data-end="failed"' in html
    moved = [replace(t, detail=t.detail.replace("2.76", "17.5")) for t in a.verdict.trials]
    other = replace(a, verdict=replace(a.verdict, trials=tuple(moved)))
    assert "error 17.5, at most 1e-11 allowed" in home.live(other, CODE, 541_000)


def test_what_cannot_be_shown_is_told(examined):
    a = examined.assessments[ID]
    with pytest.raises(home.NotAlive, match="no mean_of_the_batch, and the verdict names it"):
        home.live(a, {name: text for name, text in CODE.items() if name != "mean_of_the_batch"}, 1)
    nothing = Verdict(a.verdict.ruling, "it did not run")
    with pytest.raises(home.NotAlive, match="has no trials to show: it did not run"):
        home.live(replace(a, verdict=nothing), CODE, 1)
    with pytest.raises(home.NotAlive, match="there is no claim `nobody`"):
        home.fill_live("<!-- live: nobody -->", examined)


def test_counts_are_counted(examined):
    html = home.counts(examined, 63)
    found = {what: number for number, what in re.findall(r"<strong>([\d,]+)</strong> ([a-z ]+)<", html)}
    assert found["claims"] == "1" and found["wrong versions caught"] == "4" and found["interview questions"] == "63"
    assert int(found["sources"]) == len(list((ROOT / "sources").glob("*.yaml")))
    assert int(found["misconceptions"]) >= 90 and int(found["recorded experiments"]) >= 20
