"""The exercises: solutions pass, every wrong version is caught and named, and the numbers are those of the
references."""

import importlib.util
import itertools
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

ROOT = Path(__file__).parent.parent
EXERCISES = ROOT / "docs/assets/practice/exercises"
NAMES = ["length", "layer_norm", "rms_norm", "blocks", "stack", "deep_norm"]
CODE = (ROOT / "docs/practice/code.md").read_text()
NUMBERS = (ROOT / "docs/practice/numbers.md").read_text()


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], ModuleType]:
    monkeypatch.syspath_prepend(str(EXERCISES))
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    return importlib.import_module


def solution(name: str) -> str:
    return (EXERCISES / f"{name}.py").read_text().split("[start:solution]\n")[1].split("# --8<-- [end:solution]")[0]


@pytest.mark.parametrize("name", NAMES)
def test_the_solution_passes_alone(load, name):
    reports = load("grade").grade(load(name), solution(name))
    assert [report["name"] for report in reports] == list(load(name).NAMES)
    assert all(report["passed"] for report in reports)


@pytest.mark.parametrize("name", NAMES)
def test_every_wrong_version_is_caught_and_told_apart(load, name):
    grade, exercise = load("grade"), load(name)
    assert len(exercise.WRONG) >= 9 * len(exercise.NAMES)
    right = {function: grade.answers(exercise, function, exercise.solution) for function in exercise.NAMES}
    for function, flaw, wrong in exercise.WRONG:
        answers = grade.answers(exercise, function, grade.with_other(exercise, function, wrong))
        assert not grade.same_answers(answers, right[function]), f"{function} passes: {flaw}"
        assert grade.looks_like(exercise, function, answers) == flaw


@pytest.mark.parametrize("name", NAMES)
def test_the_page_offers_each_exercise_with_an_empty_start(load, name):
    part = CODE.split(f'data-tests="{name}">')[1].split("</norm-code>")[0]
    start = part.split("```python\n")[1].split("```")[0]
    assert f'--8<-- "docs/assets/practice/exercises/{name}.py:solution"' in part
    assert re.findall(r"(?m)^def (\w+)", start) == list(load(name).NAMES)
    assert not any(report["passed"] for report in load("grade").grade(load(name), start))


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("def length(x)\n    return 0", "The code does not run. SyntaxError"),
        ("1/0", "ZeroDivisionError: division by zero (line 1 of your code)"),
        ("raise SystemExit", "The code does not run. SystemExit"),
        ("x = 1", "There is no function length yet."),
        ("def length(x):\n    y = 0\n    return 1/y", "got ZeroDivisionError: division by zero (line 3 of your code)"),
        ("def length(x):\n    return 'long'", "expected 5.099, got 'long'"),
        ("def length(x):\n    return float('nan')", "got nan"),
        ("def length(x):\n    return (v for v in x)", "got a generator (return a list)."),
        ("def length(x):\n    return map(abs, x)", "got a map (return a list)."),
    ],
)
def test_what_goes_wrong_is_said(load, code, says):
    (report,) = load("grade").grade(load("length"), code)
    assert not report["passed"] and says in report["says"]


# Numbers: each answer and each named mistake again, from the references of the claims.


def reference(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / f"claims/reference/{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)


def bare(norm):
    return lambda z: reference(norm)(np.array(z, float), eps=0.0)


def streams(block, x=(3.0, 1.0)):
    return reference("stack")(np.array(x), bare("layer_norm"), 4 * [lambda z: 2 * z], reference(block))


WIDE = (1.0, 1, 1, 1, 5, 5, 5, 5)
ANSWERS = {
    "ln-3-1": lambda: bare("layer_norm")([3, 1]),
    "ln-8-first": lambda: bare("layer_norm")(WIDE)[0],
    "rms-3-4": lambda: bare("rms_norm")([3, 4]),
    "ln-length-512": lambda: np.linalg.norm(bare("layer_norm")(np.random.default_rng(0).normal(size=512))),
    "eps-near-root": lambda: reference("layer_norm")(np.array([1e-3, -1e-3] * 4), eps=1e-6).std(),
    "trace-pre-1": lambda: streams("pre_block")[1],
    "trace-pre-1-length": lambda: np.linalg.norm(streams("pre_block")[1]),
    "trace-pre-4": lambda: streams("pre_block")[4],
    "trace-pre-4-length": lambda: np.linalg.norm(streams("pre_block")[4]),
    "trace-post-4": lambda: streams("post_block")[4],
    "trace-wide-last": lambda: streams("pre_block", WIDE)[1][-1],
    "rms-after-48": lambda: np.sqrt(1 + 48),
    "relative-update-48": lambda: 1 / np.sqrt(1 + 48),
    "identity-share-24": lambda: 1 / np.sqrt(1 + 24),
    "deep-norm-alpha-8": lambda: reference("deep_norm_scales")(decoder_layers=8)[1][0],
    "norms-pre-24": lambda: 2 * 24 + 1,
    "norms-2017": lambda: 2 * 6 + 3 * 6,
    "weights-4-8": lambda: 4 * 4**2 + 2 * 4 * 8,
    "llama-7b-norms": lambda: (2 * 32 + 1) * 4096,
    "qk-bound-64": lambda: np.sqrt(64),
}
FILLS = re.findall(
    r'(?s)<norm-fill markdown data-id="([\w-]+)" data-answer="([^"]+)"([^>]*)>(.*?)</norm-fill>', NUMBERS
)


def values(text):
    def one(word):
        top, _, bottom = word.strip("[] ").partition("/")
        return float(top) / (np.sqrt(float(bottom[1:])) if "√" in bottom else float(bottom)) if bottom else float(top)

    return np.array([one(word) for word in text.split(",")])


def test_every_number_is_asked_about_here():
    assert {id for id, *_ in FILLS} == set(ANSWERS)


@pytest.mark.parametrize(("id", "answer", "rest", "text"), FILLS, ids=[f[0] for f in FILLS])
def test_an_answer_is_what_the_references_give_and_no_mistake_passes_for_it(id, answer, rest, text):
    tolerance = float(m[1]) if (m := re.search(r'data-tolerance="([^"]+)"', rest)) else 0.005
    assert values(answer) == pytest.approx(np.atleast_1d(ANSWERS[id]()), abs=tolerance)
    assert '??? success "Answer"' in text and "<!-- claim: " in text.split('"Answer"')[1]
    mistakes = re.findall(r"(?m)^    ([^\n]+)\n    :   \S", text)
    assert len(mistakes) >= 2
    for one, other in itertools.combinations([answer, *mistakes], 2):  # else a reader is told the wrong thing
        a, b = values(one), values(other)
        assert a.shape != b.shape or np.abs(a - b).max() > 2 * tolerance, f"{one} and {other}"
