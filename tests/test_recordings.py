"""Recordings: resumed after a kill, stale when their code changes, replicated on fresh seeds, drawn as figures."""

import ast
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from corpora import lay_out, processes_with

from refutable.chart import Misdrawn, chart
from refutable.commands.replicate import fresh_seeds
from refutable.examine import examine
from refutable.experiment import code_digest, read_experiment
from refutable.judge import Progress

ID = "long-walks-go-farther"
RECORD = """statement: Long walks go farther.
evidence: measured
sources: [{source: ba-2016-layernorm, locator: "section 1", relation: mentions}]
caveats: [A toy.]
"""
CHECK = '''"""Compare the distances of long and short walks."""

import numpy as np

from refutable import above, experiment, mutant, outcomes


@experiment(steps=(10, 1000), seed=range(6))
def run(steps, seed, walk):
    return {"distance": walk(steps, seed)}


def check(recording):
    far, near = (np.mean([o["distance"] for o in outcomes(recording, steps=s)]) for s in (1000, 10))
    above("ratio of distances", far / near, 2)


def figure(recording):
    points = [[s, float(np.mean([o["distance"] for o in outcomes(recording, steps=s)]))] for s in (10, 1000)]
    return {"title": "Walks", "x": "steps", "y": "distance", "log": "xy", "series": {"mean": points},
            "lines": {"start": 1}, "says": "Long walks go farther."}


@mutant("recording")
def arms_swapped(recording):
    """Exchanges long and short."""
    for each in recording["runs"]:
        each["with"]["steps"] = 1010 - each["with"]["steps"]
    return recording


@mutant("recording")
def long_walks_dropped(recording):
    """Leaves the long walks out."""
    recording["runs"] = [each for each in recording["runs"] if each["with"]["steps"] == 10]
    return recording
'''
WALK = """import time

import numpy as np


def walk(steps, seed):
    \"\"\"Distance of a random walk after `steps` steps.\"\"\"
    time.sleep(0.2)
    return float(np.sqrt(steps) * np.random.default_rng(seed).uniform(0.5, 1.5))
"""
ENVIRONMENT = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A knowledge base whose recording was killed once and then completed."""
    root = lay_out(tmp_path_factory.mktemp("recorded") / "corpus")
    for path, text in ((f"claims/walks/{ID}.yaml", RECORD), (f"claims/walks/{ID}.py", CHECK),
                       ("claims/instruments/walk.py", WALK)):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    journal = root / ".cache/refutable/runs" / f"{ID}.jsonl"
    with subprocess.Popen(record(), cwd=root, env={**ENVIRONMENT, "RECORDED": str(root)},
                          stderr=subprocess.DEVNULL) as process:
        deadline = time.monotonic() + 60
        while not journal.exists() or len(journal.read_text().splitlines()) < 3:
            assert time.monotonic() < deadline and process.poll() is None
            time.sleep(0.02)
        process.kill()
    deadline = time.monotonic() + 5
    while left := processes_with(f"RECORDED={root}"):
        assert time.monotonic() < deadline, f"{left} live on, each with its packages in memory"
        time.sleep(0.02)
    before = journal.read_text().splitlines()
    assert 3 <= len(before) < 12 and not (root / f"claims/walks/{ID}.json").exists()
    done = subprocess.run(record(), cwd=root, env=ENVIRONMENT, capture_output=True, text=True, check=True)
    whole = sum(line.endswith("}") for line in before)
    assert f"12 runs, {whole} of them on disk already" in done.stderr
    assert not journal.exists()
    return root


def record() -> list[str]:
    return [sys.executable, "-m", "refutable", "record", ID]


def ruling(root: Path) -> tuple[str, str]:
    verdict = examine(root, Progress(), [ID]).assessments[ID].verdict
    return verdict.ruling.value, verdict.reason


def test_a_killed_recording_loses_at_most_what_was_running(recorded: Path):
    recording = json.loads((recorded / f"claims/walks/{ID}.json").read_text())
    assert [run["with"] for run in recording["runs"]] == [
        {"steps": steps, "seed": seed} for steps in (10, 1000) for seed in range(6)]
    assert {"code", "grid", "environment", "machine", "date", "seconds", "runs"} == set(recording)
    assert set(recording["code"]) == {"run", "walk"}
    assert ruling(recorded) == ("holds", "passes with the references and fails on all 2 mutants")


@pytest.mark.parametrize(("path", "old", "new", "culprit"), [
    (f"claims/walks/{ID}.py", "walk(steps, seed)}", "2 * walk(steps, seed)}", "run"),
    ("claims/instruments/walk.py", "np.sqrt(steps)", "np.sqrt(steps) + 1", "walk"),
])
def test_a_recording_of_other_code_is_stale(recorded: Path, path: str, old: str, new: str, culprit: str):
    text = (recorded / path).read_text()
    (recorded / path).write_text(text.replace(old, new))
    try:
        said = ruling(recorded)
    finally:
        (recorded / path).write_text(text)
    assert said == ("skipped", f"the recording is stale: {culprit} changed; run `refutable record {ID}`")


@pytest.mark.parametrize(("old", "new"), [
    ("above(\"ratio of distances\", far / near, 2)", "above(\"ratio\", far / near, 3)"),  # judging is not making
    ("time.sleep(0.2)", "time.sleep(0.2)  # a comment"),
])
def test_judging_and_comments_do_not_make_a_recording_stale(recorded: Path, old: str, new: str):
    path = next(p for p in (recorded / f"claims/walks/{ID}.py", recorded / "claims/instruments/walk.py")
                if old in p.read_text())
    text = path.read_text()
    path.write_text(text.replace(old, new))
    try:
        assert ruling(recorded)[0] == "holds"
    finally:
        path.write_text(text)


def test_what_files_say_about_themselves_is_not_what_they_do():
    files = ['"""Measures."""\nfrom .b import f\n', '"""Helps."""\ndef f(x):\n    """One more."""\n    return x + 1\n']
    by_hand = f"{files[0]}def use(name):\n    return f(name)\n"
    assert code_digest(*files) == code_digest(files[0], files[1].replace("Helps", "Serves"))
    assert code_digest(*files) == code_digest(by_hand, files[1])
    assert code_digest(*files) != code_digest(files[0], files[1].replace("x + 1", "x + 2"))
    assert code_digest(*files) != code_digest(*reversed(files))


@pytest.mark.parametrize(("value", "matters"), [("steps", False), ("TABLES", True)])
def test_tables_matter_to_an_experiment_that_reads_them(value: str, matters: bool):
    digests = set()
    for table in ("{}", '{"a": {}}'):
        text = f"TABLES = {table}\n@experiment(steps=(1, 2))\ndef run(steps):\n    return len({value})\n"
        found = read_experiment(ast.parse(text))
        assert found
        digests.add(found.code)
    assert (len(digests) == 2) is matters


def test_replicated_on_fresh_seeds(recorded: Path):
    done = subprocess.run([sys.executable, "-m", "refutable", "replicate", ID, "--seeds", "1"], cwd=recorded,
                          env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == f"    replicated  {ID}, 2 fresh runs\n"


@pytest.mark.parametrize("seeds", [[0], [200, 201], [200, 1_000_200], [3_999_999]])
def test_fresh_seeds_are_as_many_and_none_of_the_recorded(seeds: list[int]):
    fresh = fresh_seeds(seeds)
    assert len(set(fresh)) == len(seeds) and not set(fresh) & set(seeds)


def test_an_experiment_that_draws_nothing_says_the_same_again(recorded: Path):
    path = recorded / f"claims/walks/{ID}.py"
    text = path.read_text()
    path.write_text(text.replace("seed=range(6)", "start=[1]").replace("(steps, seed", "(steps, start"))
    try:
        few, named, all = (subprocess.run([sys.executable, "-m", "refutable", "replicate", *some], cwd=recorded,
                                          env=ENVIRONMENT, capture_output=True, text=True, check=False)
                           for some in (["--seeds", "2"], [ID, "--seeds", "2"], []))
    finally:
        path.write_text(text)
    assert (few.returncode, few.stdout, few.stderr) == (0, "", "0 experiments, none failed.\n")
    assert all.returncode == named.returncode == 0
    assert all.stdout == named.stdout == f"    replicated  {ID}, 2 fresh runs\n"


def test_what_does_not_replicate_fails(recorded: Path):
    path = recorded / "claims/instruments/walk.py"
    text = path.read_text()
    path.write_text(text.replace("np.sqrt(steps)", "1"))
    try:
        done = subprocess.run([sys.executable, "-m", "refutable", "replicate", ID, "--seeds", "1"], cwd=recorded,
                              env=ENVIRONMENT, capture_output=True, text=True, check=False)
    finally:
        path.write_text(text)
    assert done.returncode == 1 and "not replicated" in done.stdout and "ratio of distances" in done.stdout


@pytest.mark.parametrize("command", ["record", "replicate"])
def test_unknown_claims_and_claims_without_experiment(recorded: Path, command: str):
    def code(*arguments: str) -> int:
        return subprocess.run([sys.executable, "-m", "refutable", command, *arguments], cwd=recorded, env=ENVIRONMENT,
                              capture_output=True, check=False).returncode

    assert code("nobody") == 2
    assert code("layer-norm-ignores-scale") == 2


def test_the_figure_is_in_the_verdict_and_is_drawn_the_same_twice(recorded: Path):
    spec = examine(recorded, Progress(), [ID]).assessments[ID].verdict.figure
    assert spec is not None
    drawn = chart(spec, "f")
    assert drawn == chart(json.loads(json.dumps(spec)), "f")
    assert drawn.count("<path") == 3 and "Long walks go farther." in drawn and "<td>1000</td>" in drawn


@pytest.mark.parametrize("change", [
    lambda s: s.pop("says"), lambda s: s["series"].clear(), lambda s: s["series"].update(a=[[0, float("nan")]]),
    lambda s: s["series"].update(a=[[0, -1], [1, 2]]),
])
def test_what_cannot_be_drawn_is_refused(change: Callable[[dict[str, object]], object]):
    spec = {"title": "t", "x": "x", "y": "y", "log": "y", "series": {"a": [[0, 1], [1, 2]]}, "says": "s"}
    assert "<svg" in chart(spec, "f")
    change(spec)
    with pytest.raises(Misdrawn):
        chart(spec, "f")
