"""What a check can do to the worker that runs it, and to the checks that run beside it."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from corpora import RECORD, Command, add_check, processes_with

from refutable import spares
from refutable.job import Limits
from refutable.judge import Judgement, Progress, judge
from refutable.library import read_corpus
from refutable.spares import Spares
from refutable.verdict import Ruling

MUTANTS = '''

@mutant("layer_norm")
def zero(x, eps=1e-5):
    """Returns zeros."""
    return 0 * x


@mutant("layer_norm")
def identity(x, eps=1e-5):
    """Returns its input."""
    return x
'''
HEAD = '"""A check of this test."""\n\nimport ctypes\nimport os\nimport time\n\nimport numpy as np\n\n' \
    "from refutable import close, mutant\n\n\ndef check(layer_norm):\n"


def written(body: str) -> str:
    return HEAD + "".join(f"    {line}\n" for line in body.splitlines()) + MUTANTS


def run(root: Path, seconds: float = 3) -> dict[str, Judgement]:
    """Judge everything anew, so that the healthy claims run beside the hostile one."""
    return judge(read_corpus(root), Progress(), limits=Limits(seconds=seconds, parallel=2), again=True)


@pytest.fixture(autouse=True)
def ends(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A fault of the engine must end the test, not hang it, and leave no endless check behind."""
    def late(*_: object) -> None:
        raise TimeoutError("the engine waits for ever")

    monkeypatch.setenv("CORPUS", str(corpus))
    signal.signal(signal.SIGALRM, late)
    signal.alarm(20)
    yield
    signal.alarm(0)
    deadline = time.monotonic() + 2  # the kernel kills them when their worker ends, which takes it a moment
    while (left := processes_with(f"CORPUS={corpus}")) and time.monotonic() < deadline:
        time.sleep(0.02)
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert left == []


def rulings(found: dict[str, Judgement]) -> dict[str, str]:
    return {id: j.verdict.ruling.value for id, j in found.items()}


HEALTHY = {"layer-norm-ignores-scale": "holds", "layer-norm-ignores-shift": "holds", "rms-norm-has-unit-size": "holds"}


@pytest.mark.parametrize("body", [
    "ctypes.CDLL(None).kill(os.getppid(), 9)\ntime.sleep(60)",
    # The descriptors that a check inherits: none of them may be one that the worker speaks or listens through.
    "for descriptor in range(3, 64):\n    try:\n        os.write(descriptor, b'no JSON}\\n')\n"
    "    except OSError:\n        pass",
], ids=["kills-the-worker", "writes-to-every-descriptor"])
def test_an_attack_on_the_worker_costs_the_attacker_alone(corpus: Path, body: str):
    add_check(corpus, "attack", written(body))
    # An endless neighbour: nobody but the dead worker would have ended it.
    add_check(corpus, "endless", written("while True:\n    pass"))
    before = time.monotonic()
    found = run(corpus)
    assert rulings(found) == {**HEALTHY, "attack": "broken", "endless": "broken"}
    assert found["endless"].verdict.reason == "control: did not end within 3 s"
    assert time.monotonic() - before < 10


def test_what_a_check_says_can_be_written_down(corpus: Path, command: Command):
    """A lone surrogate is text to Python and to nobody else."""
    add_check(corpus, "surrogate", written("raise AssertionError('\\udc80 is half a character')"))
    assert rulings(run(corpus))["surrogate"] == "refuted"
    said = command("check", "surrogate")
    assert said.code == 1
    said.out.encode("utf-8")


def test_bare_asserts_vanish_and_are_noticed(corpus: Path, monkeypatch: pytest.MonkeyPatch):
    add_check(corpus, "bare", written("x = np.arange(16.0)\nassert abs((layer_norm(x) ** 2).mean() - 1) < 1e-4"))
    add_check(corpus, "with-close", written("x = np.arange(16.0)\n"
                                            "close('mean square', (layer_norm(x) ** 2).mean(), 1, atol=1e-4)"))
    assert rulings(run(corpus)) == {**HEALTHY, "bare": "holds", "with-close": "holds"}
    monkeypatch.setenv("PYTHONOPTIMIZE", "1")
    assert rulings(run(corpus)) == {**HEALTHY, "bare": "vacuous", "with-close": "holds"}


def test_a_package_that_cannot_be_imported_breaks_only_what_requires_it(corpus: Path, package: Callable[..., None]):
    package("unlucky", "raise ImportError('no such library: libunlucky.so')\n")
    add_check(corpus, "unlucky-norm", written("layer_norm(np.arange(16.0))"), RECORD + "requires: [unlucky]\n")
    found = run(corpus)
    assert rulings(found) == {**HEALTHY, "unlucky-norm": "broken"}
    assert found["unlucky-norm"].verdict.reason == \
        "the worker died with exit code 1: ImportError: no such library: libunlucky.so"


def test_a_package_may_talk_while_it_is_imported(corpus: Path, package: Callable[..., None]):
    package("talkative", "import sys\nprint('x' * 1_000_000, file=sys.stderr)\nprint('x' * 1_000_000)\n")
    add_check(corpus, "talkative-norm", written("close('mean', layer_norm(np.arange(16.0)).mean(), 0)"),
              RECORD + "requires: [talkative]\n")
    assert rulings(run(corpus)) == {**HEALTHY, "talkative-norm": "vacuous"}


def test_an_accident_of_the_machine_is_not_remembered(corpus: Path):
    """Time that runs out says more about the machine than about the check: the next run tries again."""
    add_check(corpus, "slow", written("x = np.arange(16.0)\ntime.sleep(9 if os.environ.get('BUSY') else 0)\n"
                                      "close('mean square', (layer_norm(x) ** 2).mean(), 1, atol=1e-4)"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BUSY", "yes")
        assert rulings(run(corpus, seconds=1.5))["slow"] == "broken"
    again = judge(read_corpus(corpus), Progress(), ["slow"], Limits(seconds=1.5, parallel=2))
    assert rulings(again) == {"slow": "holds"}


@pytest.fixture
def kept(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Spares]:
    """Spare workers of one run, and of this test alone."""
    kept = Spares()
    monkeypatch.setattr("refutable.worker.SPARES", kept)
    run(corpus)
    kept.refill()
    while not processes_with(f"CORPUS={corpus}"):  # a process has its environment a moment after it was started
        time.sleep(0.01)
    yield kept
    kept.end()


@pytest.fixture
def waiting(corpus: Path, kept: Spares) -> Callable[[], set[int]]:
    return lambda: set(processes_with(f"CORPUS={corpus}"))


def test_a_spare_worker_waits_and_judges_as_a_new_one(corpus: Path, waiting: Callable[[], set[int]]):
    spare = waiting()
    assert spare
    by_spare = run(corpus)
    assert not spare & waiting()  # they were used, and have ended
    by_new = run(corpus)
    assert {id: j.verdict for id, j in by_spare.items()} == {id: j.verdict for id, j in by_new.items()}
    assert any(j.verdict.ruling is Ruling.HOLDS for j in by_new.values())


def test_a_spare_worker_of_an_older_engine_is_not_used(corpus: Path, waiting: Callable[[], set[int]],
                                                       monkeypatch: pytest.MonkeyPatch):
    taken: list[int] = []
    monkeypatch.setattr("refutable.spares._made_of", lambda: "something else")
    monkeypatch.setattr("refutable.spares._start", lambda key, start=spares._start: (taken.append(1), start(key))[1])
    assert all(j.verdict.ruling is Ruling.HOLDS for j in run(corpus).values())
    assert taken


def test_a_spare_worker_that_died_is_not_used(corpus: Path, waiting: Callable[[], set[int]]):
    for pid in waiting():
        os.kill(pid, signal.SIGKILL)
    while waiting():  # it ends by the alarm, if they do not
        time.sleep(0.02)
    assert all(j.verdict.ruling is Ruling.HOLDS for j in run(corpus).values())


def test_spare_workers_end_when_they_are_told_to(kept: Spares, waiting: Callable[[], set[int]]):
    assert waiting()
    kept.end()
    assert waiting() == set()
