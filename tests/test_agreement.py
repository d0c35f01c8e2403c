"""Other people's implementations under the checks of our claims, and what a reader is told of them."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from corpora import Command, replace

from refutable.agreement import Agreement, Outcome, precision_of, read_disagreements, rounded
from refutable.examine import Examined, examine
from refutable.job import Limits
from refutable.judge import Progress
from refutable.page import claim_page, generated_pages
from refutable.verdict import Ruling

SCALE, SHIFT, SIZE = "layer-norm-ignores-scale", "layer-norm-ignores-shift", "rms-norm-has-unit-size"
NORM = """\
import framework
import numpy as np

DTYPE = "float64"


def layer_norm(x, eps=1e-5):
    "Calls the framework."
    {body}
"""
GOOD = "return framework.norm(x, eps)"
FRAMEWORK = """\
import numpy as np

def norm(x, eps):
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
"""
Package = Callable[..., None]


def implement(root: Path, body: str = GOOD, name: str = "layer_norm", framework: str = "framework") -> Path:
    path = root / "claims" / "implementations" / framework / f"{name}.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(NORM.format(body=body).replace("layer_norm", name))
    return path


def explain(root: Path, text: str) -> None:
    (root / "claims" / "implementations" / "framework" / "disagreements.yaml").write_text(text)


def look(root: Path, seconds: float = 10) -> Examined:
    return examine(root, Progress(), limits=Limits(seconds=seconds, parallel=2))


def agreement(examined: Examined, id: str = SCALE) -> Agreement:
    (found,) = examined.assessments[id].agreements
    return found


def outcomes(examined: Examined) -> dict[str, str]:
    return {id: g.outcome.value for id, a in examined.assessments.items() for g in a.agreements}


@pytest.fixture
def framed(corpus: Path, package: Package) -> Path:
    """The healthy knowledge base with an implementation of LayerNorm that agrees."""
    package("framework", FRAMEWORK, version="2.5")
    implement(corpus)
    return corpus


def test_without_implementations_nothing_is_said_of_them(corpus: Path, command: Command):
    examined = look(corpus)
    assert outcomes(examined) == {} and not examined.problems
    every = list(examined.assessments.values())
    assert "frameworks/index.md" not in generated_pages(every, examined.corpus.sources, examined.said)
    assert "implementations" not in claim_page(examined.assessments[SCALE], {}, [])
    assert command("check").out.splitlines()[-2].endswith(SIZE)


def test_one_that_agrees(framed: Path):
    examined = look(framed)
    assert outcomes(examined) == {SCALE: "holds", SHIFT: "holds"}
    found = agreement(examined)
    assert (found.framework, found.version, found.names) == ("framework", "2.5", ("layer_norm",))
    assert found.dtype == "float64"
    assert found.largest is not None and found.largest < 1e-12 and found.why == ()
    assert not examined.problems
    assert "framework" not in sys.modules  # the build does not import it


def test_one_that_disagrees_is_a_finding_and_refutes_nothing(framed: Path, command: Command):
    implement(framed, "return framework.norm(x, 0.5)")
    examined = look(framed)
    assert outcomes(examined) == {SCALE: "fails", SHIFT: "holds"}
    assert examined.assessments[SCALE].status.value == "checked"
    found = agreement(examined)
    assert found.detail == "LN(7 x) against LN(x): observed error 0.107, at most 1e-09 allowed"
    assert found.largest == pytest.approx(0.107, abs=1e-3)
    (problem,) = examined.problems
    assert str(problem) == f"claims/implementations/framework/disagreements.yaml:1: framework 2.5 disagrees with " \
        f"`{SCALE}` ({found.detail}); write the claim that says why, and list this one under it"
    said = command("check")
    assert said.code == 0 and str(problem) in said.out
    assert "framework 2.5: 1 holds, 1 fails." in said.out
    one = command("check", SCALE).out
    assert "with framework 2.5: fails (largest difference 0.107, computed in float64): LN(7 x)" in one


def test_a_claim_says_why(framed: Path):
    implement(framed, "return framework.norm(x, 0.5)")
    explain(framed, f"{SIZE}:\n  - {SCALE}\n")
    examined = look(framed)
    assert agreement(examined).why == (SIZE,) and not examined.problems
    explain(framed, f"{SIZE}:\n  - {SCALE}\n  - {SHIFT}\n")  # agrees, perhaps by luck of this machine's rounding
    assert agreement(look(framed), SHIFT).why == () and not look(framed).problems
    explain(framed, f"{SIZE}:\n  - {SCALE}\n  - {SHIFT}s\nnobody:\n  - {SHIFT}\n")
    path = "claims/implementations/framework/disagreements.yaml"
    assert [str(p) for p in look(framed).problems] == [
        f"{path}:3: unknown claim `{SHIFT}s`; did you mean `{SHIFT}`?", f"{path}:4: unknown claim `nobody`; remove it"]


def test_disagreements_are_read_strictly():
    assert read_disagreements("a:\n  - b\n  - c\n", "p")[0] == {"a": {"b": 2, "c": 3}}
    _, problems = read_disagreements("a: b\n", "p")
    assert str(problems[0]) == "p:1: `a` must be a list, this is text; write one `- ` item a line"


def test_what_is_not_installed_is_not_run(corpus: Path):
    implement(corpus)
    found = agreement(look(corpus))
    assert (found.outcome, found.version, found.detail) == \
        (Outcome.NOT_RUN, "", "needs framework, not installed here")
    assert not look(corpus).problems


def test_what_breaks_is_not_run(framed: Path):
    implement(framed, "raise TypeError('no such thing')")
    found = agreement(look(framed))
    assert found.outcome is Outcome.NOT_RUN
    assert found.detail == "TypeError: no such thing (stand-in for layer_norm:9)"


def test_a_package_that_cannot_be_imported_is_not_run(corpus: Path, package: Package):
    package("framework", "raise ImportError('no such library: libframework.so')\n")
    implement(corpus)
    found = agreement(look(corpus))
    assert found.outcome is Outcome.NOT_RUN
    assert found.detail == "the worker died with exit code 1: ImportError: no such library: libframework.so"


def test_remembered_until_something_changes(framed: Path, package: Package):
    package("framework", FRAMEWORK + "import os\nPID = os.getpid()\n", version="2.5")
    implement(framed, "raise AssertionError(f'in process {framework.PID}')")
    first = agreement(look(framed)).detail
    assert agreement(look(framed)).detail == first
    package("framework", FRAMEWORK + "import os\nPID = os.getpid()\n", version="2.6")
    second = agreement(look(framed))
    assert second.version == "2.6" and second.detail != first
    implement(framed)
    assert agreement(look(framed)).outcome is Outcome.HOLDS
    replace(framed / f"claims/layer-norm/{SCALE}.py", "(5, 3,", "(5, 4,")
    assert agreement(look(framed)).outcome is Outcome.HOLDS


def test_all_checks_of_a_framework_share_a_process_and_what_was_loaded(framed: Path, package: Package):
    """JAX cannot be forked once it has computed something, and what it compiled for one check serves the next."""
    package("framework", FRAMEWORK + "import os\nPID, CALLS = os.getpid(), []\n")
    path = implement(framed, "LOADED.append(1); raise AssertionError(f'process {framework.PID}, {len(LOADED)} calls')")
    replace(path, 'DTYPE = "float64"\n', 'DTYPE = "float64"\nLOADED = []\n')
    examined = look(framed)
    (first, one), (second, two) = (agreement(examined, id).detail.split(", ") for id in (SCALE, SHIFT))
    assert first == second and {one, two} == {"1 calls", "2 calls"}


@pytest.mark.parametrize(("body", "why"), [
    ("import os; os.kill(os.getpid(), 9)", "sent a signal to a process; a check leaves others alone"),
    ("import ctypes; ctypes.string_at(0)", "the worker died with exit code -11"),
    ("import time; time.sleep(60)", "the worker died with exit code -14"),
    ("open('claims/written.txt', 'w')", "wrote to claims/written.txt; a check writes nothing"),
])
def test_a_check_that_dies_costs_itself_alone(framed: Path, monkeypatch: pytest.MonkeyPatch, body: str, why: str):
    monkeypatch.chdir(framed)
    implement(framed, f"if eps == 0: {body}\n    {GOOD}")
    examined = look(framed, seconds=2)
    assert outcomes(examined) == {SCALE: "not run", SHIFT: "holds"}
    assert agreement(examined).detail == why


ROUGH = "return framework.norm(np.asarray(x, np.float32), eps)"


@pytest.mark.parametrize(("body", "outcome"), [
    (ROUGH, "undecided"),  # our own reference does no better in float32
    (ROUGH.replace(", eps)", ", 0.5)"), "fails"),  # it does better than this
])
def test_a_coarse_type_is_told_from_a_disagreement(framed: Path, body: str, outcome: str):
    replace(implement(framed, body), 'DTYPE = "float64"', 'DTYPE = "float32"')
    examined = look(framed)
    assert outcomes(examined)[SCALE] == outcome
    assert agreement(examined).dtype == "float32"


def test_precision_is_read_from_the_file_and_not_by_running_it():
    assert precision_of('import framework\n\nDTYPE = "float32"  # as shipped\n') == "float32"
    assert precision_of("x = 1\n") == precision_of("not Python") == ""


def test_a_rounded_reference_rounds_what_goes_in_and_what_comes_out():
    import numpy as np

    scope: dict[str, Callable[..., np.ndarray]] = {}
    exec(rounded("third", "def third(x, by=3):\n    return x / by, x.dtype.name\n", "float32"), scope)
    value, name = scope["third"](np.array([1.0, 2.0]))
    assert (value.dtype.name, name) == ("float32", "float32")
    assert scope["third"](np.array([1.0]), by=np.array([7.0]))[0][0] == np.float32(1) / np.float32(7)


def test_only_claims_that_hold_say_anything(framed: Path):
    replace(framed / f"claims/layer-norm/{SCALE}.py", "layer_norm(x, eps=0.0))", "2 * layer_norm(x, eps=0.0))")
    examined = look(framed)
    assert examined.judgements[SCALE].verdict.ruling is Ruling.REFUTED
    assert outcomes(examined) == {SHIFT: "holds"}


def test_pages_show_disagreements_first(framed: Path, package: Package):
    package("other", FRAMEWORK)
    replace(implement(framed, "return other.norm(x, 0.5)", framework="other"), "import framework", "import other")
    explain(framed, f"{SIZE}:\n  - {SCALE}\n")
    implement(framed, "return framework.norm(x, 0.5)")
    examined = look(framed)
    everything = list(examined.assessments.values())
    page = generated_pages(everything, examined.corpus.sources, examined.said)["frameworks/index.md"]
    assert "<td>framework</td><td>2.5</td><td>float64</td><td>2</td><td>1</td><td>1</td><td>0</td><td>0</td>" in page
    assert f'<a href="../claims/{SIZE}/">{SIZE}</a>' in page and "no claim says why yet" in page
    assert f"<!-- claim: {SIZE} -->" in page and "<code>layer_norm</code>: Calls the framework." in page
    every = page.split('id="claims"')[1]
    assert every.index(SCALE) < every.index(SHIFT) and 'class="outcome-fails"' in every
    body = claim_page(examined.assessments[SCALE], examined.corpus.sources, [])
    assert '<td>framework 2.5 <span class="note">layer_norm</span></td><td>float64</td>' in body
    assert f'see <a href="../{SIZE}/">{SIZE}</a>' in body


def test_what_is_said_of_implementations_is_in_the_digest(framed: Path):
    before = look(framed).assessments[SCALE].digest
    implement(framed, "return framework.norm(x, 0.5)")
    assert look(framed).assessments[SCALE].digest != before


@pytest.fixture
def mine(package: Package) -> None:
    """Somebody's own module, with a right and a wrong norm."""
    package("mine", FRAMEWORK + "\ndef right(x, eps=1e-5):\n    return norm(x, eps)\n\n"
            "def wrong(x, eps=1e-5):\n    return norm(x, 0.5)\n\n"
            "class Norms:\n    @staticmethod\n    def other_names(x, epsilon=1e-5):\n        return norm(x, epsilon)\n")


@pytest.mark.usefixtures("mine")
@pytest.mark.parametrize(("function", "first", "held"), [
    ("right", f"    holds  {SCALE} (largest difference from ours ", 2),
    ("wrong", f"    fails  {SCALE} (largest difference from ours 0.107)", 1),
    ("Norms.other_names", f"  not run  {SCALE}: TypeError: ", 1),
])
def test_anybody_s_implementation(command: Command, function: str, first: str, held: int):
    said = command("check", "--with", f"layer_norm=mine:{function}")
    lines = said.out.splitlines()
    assert said.code == (0 if held == 2 else 1)
    assert lines[0].startswith(first)
    assert lines[-1] == f"2 claims: {held} hold with it, {2 - held} do not, 0 say nothing."
    one = command("check", SHIFT, "--with", f"layer_norm=mine:{function}")
    assert one.code == 0 and one.out.splitlines()[-1].startswith("1 claims: 1 hold")


@pytest.mark.usefixtures("mine")
def test_anybody_s_implementation_quietly(command: Command):
    assert command("check", "--quiet", "--with", "layer_norm=mine:right").out.splitlines() == [
        "2 claims: 2 hold with it, 0 do not, 0 say nothing."]


@pytest.mark.usefixtures("mine")
@pytest.mark.parametrize(("arguments", "complaint"), [
    (("--with", "layer_norm"), "`layer_norm` is no address; write NAME=MODULE:FUNCTION, as in layer_norm=my.norms:ln"),
    (("--with", "layer_norm=mine"), "`layer_norm=mine` is no address"),
    (("--with", "layer_norm=mine:rigth"),
     "`mine:rigth` cannot be called: AttributeError: module 'mine' has no attribute 'rigth'"),
    (("--with", "layer_norm=mine:__name__"), "`mine:__name__` cannot be called: it is no function"),
    (("--with", "layer_norm=nowhere.norms:ln"), "cannot be called: ModuleNotFoundError: No module named 'nowhere'"),
    (("--with", "layer_norm=mine:right", "--with", "layer_norm=mine:wrong"), "`layer_norm` is given twice"),
    (("--with", "layer_norm=mine:a b"), "`layer_norm=mine:a b` is no address"),
    (("--with", "layer_nrm=mine:right"), "unknown reference `layer_nrm`; did you mean `layer_norm`?"),
    ((SIZE, "--with", "layer_norm=mine:right"), f"the check of `{SIZE}` asks for none of layer_norm"),
])
def test_an_address_that_leads_nowhere(command: Command, arguments: tuple[str, ...], complaint: str):
    said = command("check", *arguments)
    assert said.code == 2 and complaint in said.err.replace("\n", " ")


@pytest.mark.usefixtures("mine")
def test_anybody_s_implementation_for_programs(command: Command):
    said = command("check", "--json", "--with", "layer_norm=mine:wrong")
    rows = {row["id"]: row for row in json.loads(said.out)}
    assert said.code == 1 and rows[SCALE]["outcome"] == "fails" and rows[SHIFT]["outcome"] == "holds"
    assert rows[SCALE]["detail"] and rows[SCALE]["largest"] == pytest.approx(0.107, rel=0.01)


@pytest.mark.usefixtures("mine")
def test_a_claim_that_does_not_hold_says_nothing_of_others(corpus: Path, command: Command):
    replace(corpus / f"claims/layer-norm/{SCALE}.py", "layer_norm(x, eps=0.0))", "2 * layer_norm(x, eps=0.0))")
    said = command("check", "--with", "layer_norm=mine:right")
    assert said.code == 0
    assert f"  not run  {SCALE}: the claim does not hold with ours" in said.out
    assert said.out.splitlines()[-1] == "2 claims: 1 hold with it, 0 do not, 1 say nothing."
