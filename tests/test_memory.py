"""What is remembered of a verdict, what makes it be judged again, and what `why` says of it."""

import json
import platform
from collections.abc import Callable
from pathlib import Path

import pytest
from corpora import RECORD, Command, add_check, replace

from refutable.fingerprint import Surroundings, changed_parts
from refutable.judge import Judgement, Progress, judge
from refutable.library import read_corpus

ID, OTHER = "rms-norm-has-unit-size", "layer-norm-ignores-scale"
CHECK, RECORD_OF = f"claims/rms-norm/{ID}.py", f"claims/rms-norm/{ID}.yaml"


def run(root: Path, *ids: str) -> dict[str, Judgement]:
    return judge(read_corpus(root), Progress(), ids or None)


def ran(root: Path, *ids: str) -> set[str]:
    return {id for id, judgement in run(root, *ids).items() if judgement.ran}


def why(command: Command, id: str = ID) -> str:
    return command("why", id).out.strip()


def test_nothing_is_judged_twice(corpus: Path, command: Command):
    before = run(corpus)
    assert {id for id, j in before.items() if j.ran} == set()
    assert before[ID].verdict.measurements  # all of the verdict is remembered, not the ruling alone
    assert why(command).startswith(f"{ID} will not run: remembered from 20")
    assert why(command).endswith("; nothing has changed since")


def test_a_claim_that_was_never_judged_says_so(corpus: Path, command: Command):
    add_check(corpus, "new", (corpus / CHECK).read_text())
    assert why(command, "new") == "new will run: never judged here"
    assert ran(corpus) == {"new"}


@pytest.mark.parametrize(("path", "old", "new", "changed", "judged"), [
    (CHECK, "(5, 3,", "(5, 4,", "check", {ID}),
    ("claims/reference/rms_norm.py", "over the last axis", "on the last axis", "rms_norm", {ID}),
    ("claims/reference/layer_norm.py", "over the last axis", "on the last axis", None,
     {OTHER, "layer-norm-ignores-shift"}),
    # The words of a record do not change what its check does.
    (RECORD_OF, "vectors whose", "all vectors whose", None, set()),
    ("docs/index.md", "The scale", "Scale", None, set()),
])
def test_what_is_judged_again(corpus: Path, command: Command, path: str, old: str, new: str, changed: str | None,
                              judged: set[str]):
    replace(corpus / path, old, new)
    if changed:
        assert why(command) == f"{ID} will run: changed: {changed}"
    else:
        assert "will not run" in why(command)
    assert ran(corpus) == judged
    assert ran(corpus) == set()


def test_a_recording_is_a_part(corpus: Path, command: Command):
    text = (corpus / CHECK).read_text().replace("check(rms_norm)", "check(rms_norm, recording)")
    check = add_check(corpus, "recorded", text)
    check.with_suffix(".json").write_text('{"loss": 1}')
    assert ran(corpus) == {"recorded"}
    check.with_suffix(".json").write_text('{"loss": 2}')
    assert why(command, "recorded") == "recorded will run: changed: recording"


def test_the_version_of_a_package_is_a_part(corpus: Path, command: Command, package: Callable[..., None]):
    package("framework", "", version="1.0")
    add_check(corpus, "framed", (corpus / CHECK).read_text(), RECORD + "requires: [framework]\n")
    assert run(corpus, "framed")["framed"].verdict.environment["framework"] == "1.0"
    package("framework", "", version="1.1")
    assert why(command, "framed") == "framed will run: changed: framework (1.0 -> 1.1)"
    found = run(corpus, "framed")["framed"]
    assert found.ran and found.verdict.environment["framework"] == "1.1"


def test_a_package_that_a_subject_imports_is_a_part(corpus: Path, command: Command, package: Callable[..., None]):
    """The check alone does not say what its references are made of."""
    package("framework", "def norm(x):\n    return x\n", version="1.0")
    replace(corpus / "claims/reference/rms_norm.py", "import numpy as np", "import framework\nimport numpy as np")
    assert ID in ran(corpus)
    package("framework", "def norm(x):\n    return 2 * x\n", version="1.1")
    assert why(command) == f"{ID} will run: changed: framework (1.0 -> 1.1)"


def test_what_is_gone_is_skipped_not_remembered(corpus: Path, command: Command, package: Callable[..., None],
                                                tmp_path: Path):
    package("framework", "", version="1.0")
    add_check(corpus, "framed", (corpus / CHECK).read_text(), RECORD + "requires: [framework]\n")
    assert run(corpus, "framed")["framed"].verdict.ruling == "holds"
    (tmp_path / "packages" / "framework-1.0.dist-info" / "METADATA").unlink()
    (tmp_path / "packages" / "framework-1.0.dist-info").rmdir()
    found = run(corpus, "framed")["framed"].verdict
    assert (found.ruling, found.reason) == ("skipped", "needs framework, not installed here")
    assert why(command, "framed") == "framed will not run: needs framework, not installed here"


def test_the_engine_is_a_part(corpus: Path, command: Command, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Surroundings, "engine", "f" * 64)
    assert why(command) == f"{ID} will run: changed: engine"
    assert ran(corpus) == {ID, OTHER, "layer-norm-ignores-shift"}


def test_a_verdict_from_another_environment_is_not_used(corpus: Path, command: Command,
                                                        monkeypatch: pytest.MonkeyPatch):
    here = platform.python_version()
    monkeypatch.setattr(platform, "python_version", lambda: "9.9.9")
    monkeypatch.setattr(platform, "machine", lambda: "abacus")
    assert f"python ({here} -> 9.9.9)" in why(command) and "abacus)" in why(command)
    found = run(corpus, ID)[ID]
    assert found.ran
    assert (found.verdict.environment["python"], found.verdict.environment["platform"][-6:]) == ("9.9.9", "abacus")


@pytest.mark.parametrize("damage", [
    lambda text: "",
    lambda text: text[: len(text) // 2],
    lambda text: "null",
    lambda text: "[]",
    lambda text: "{}",
    lambda text: "\0" * 64,
    lambda text: json.dumps({**json.loads(text), "verdict": 3}),
    lambda text: json.dumps({**json.loads(text), "parts": []}),
    lambda text: json.dumps({**json.loads(text), "verdict": {**json.loads(text)["verdict"], "ruling": "true"}}),
    lambda text: json.dumps({**json.loads(text), "verdict": {**json.loads(text)["verdict"], "trials": [{}]}}),
], ids=["empty", "half", "null", "list", "nothing", "zeros", "number", "no-parts", "unknown-ruling", "empty-trial"])
def test_a_damaged_memory_is_no_memory(corpus: Path, command: Command, damage: Callable[[str], str]):
    remembered = corpus / ".cache" / "refutable" / f"{ID}.json"
    remembered.write_text(damage(remembered.read_text()))
    assert why(command).startswith(f"{ID} will run: ")
    found = run(corpus)
    assert {id for id, j in found.items() if j.ran} == {ID}
    assert found[ID].verdict.ruling == "holds"
    assert ran(corpus) == set()


def test_memory_keeps_to_its_folder(corpus: Path):
    """Anything else that a build writes would make `mkdocs serve` build again for ever."""
    before = {path for path in corpus.rglob("*") if ".cache" not in path.parts}
    replace(corpus / CHECK, "(5, 3,", "(5, 4,")
    assert ran(corpus) == {ID}
    assert {path for path in corpus.rglob("*") if ".cache" not in path.parts} == before
    assert {path.suffix for path in (corpus / ".cache" / "refutable").iterdir()} == {".json"}


@pytest.mark.parametrize(("before", "now", "words"), [
    ({"numpy": "2.1"}, {"numpy": "2.2"}, ["numpy (2.1 -> 2.2)"]),
    ({"numpy": "2.1"}, {}, ["numpy (2.1 -> absent)"]),
    ({}, {"torch": "2.9"}, ["torch (absent -> 2.9)"]),
    ({"check": "a" * 64}, {"check": "b" * 64}, ["check"]),
    ({}, {"layer_norm": "a" * 64}, ["layer_norm (new)"]),
    ({"layer_norm": "a" * 64}, {}, ["layer_norm (gone)"]),
    ({"b": "1", "a": "1", "c": "1"}, {"b": "2", "a": "2", "c": "1"}, ["a (1 -> 2)", "b (1 -> 2)"]),
])
def test_changes_in_words(before: dict[str, str], now: dict[str, str], words: list[str]):
    assert changed_parts(before, now) == words
