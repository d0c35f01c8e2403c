"""Each folder of tests/fixtures holds one mistake, and in expected.txt all that is said about it.

Adding a case is adding a folder. A line of expected.txt is what `refutable lint` prints, or `ID: RULING: REASON` for a
claim that is judged; `...` stands for anything. A fixture is laid over the healthy knowledge base.
"""

import http.server
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

import pytest
from corpora import HEALTHY, expected, fits, healthy_ids, lay_out, mistakes, processes_with

from refutable.job import Limits
from refutable.judge import Progress, judge
from refutable.library import read_corpus
from refutable.rules import RULES, lint
from refutable.verdict import Verdict

MISTAKES = mistakes()
JUDGED = [fixture for fixture in MISTAKES if expected(fixture)[1]]
LIMITS = Limits(seconds=3, memory=256 << 20, output=64 << 10, parallel=2)


def name(fixture: Path) -> str:
    return fixture.name


def test_every_folder_is_a_case():
    folders = {path for path in HEALTHY.parent.iterdir() if path.is_dir() and not path.name.startswith(".")}
    assert folders == set(MISTAKES)
    assert len(MISTAKES) - len(JUDGED) >= 60
    assert len(JUDGED) >= 40


@pytest.mark.parametrize("fixture", MISTAKES, ids=name)
def test_lint_says_exactly_this(fixture: Path, corpus_with: Callable[..., Path]):
    corpus = read_corpus(corpus_with(fixture))
    said, wanted = [str(problem) for problem in lint(corpus)], expected(fixture)[0]
    # Each line that fits takes the form of the expected one, so that a failure shows the others.
    assert [w if fits(w, s) else s for s, w in zip_longest(said, wanted, fillvalue="")] == wanted

    healthy = judge(corpus, Progress(), healthy_ids(fixture))
    assert len(healthy) >= 2
    assert {j.verdict.ruling for j in healthy.values()} == {"holds"}


def test_every_rule_rejects_something(tmp_path: Path):
    silent = set(RULES)
    for fixture in MISTAKES:
        corpus = read_corpus(lay_out(tmp_path / fixture.name, fixture))
        silent -= {rule for rule in silent if any(rule(corpus))}
    assert {rule.__name__ for rule in silent} == set()


@dataclass(frozen=True)
class Outcome:
    """All judged fixtures together in one run, and what they did to their surroundings."""

    verdicts: dict[str, Verdict]
    elsewhere: Path
    reference: str
    requests: list[str]
    left: list[int]


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Outcome]:
    folder = tmp_path_factory.mktemp("judged")
    root = lay_out(folder / "corpus", *JUDGED)
    for name in ("scratch", "elsewhere"):
        (folder / name).mkdir()
    (folder / "elsewhere" / "precious.txt").write_text("precious")
    with pytest.MonkeyPatch.context() as patch, loopback() as (port, requests):
        # Temporary files are allowed; what lies beside the folder for them is not temporary.
        for key, value in {"TMPDIR": folder / "scratch", "ELSEWHERE": folder / "elsewhere", "CORPUS": root,
                           "LOOPBACK_PORT": port}.items():
            patch.setenv(key, str(value))
        found = judge(read_corpus(root), Progress(), limits=LIMITS)
        left = processes_with(f"CORPUS={root}")
    reference = (root / "claims" / "reference" / "layer_norm.py").read_text()
    yield Outcome({id: j.verdict for id, j in found.items()}, folder / "elsewhere", reference, requests, left)


class loopback:
    """A server on this machine that remembers who called."""

    def __enter__(self) -> tuple[int, list[str]]:
        requests: list[str] = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def handle(self) -> None:
                requests.append(str(self.client_address))

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self._server.server_port, requests

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.mark.parametrize("fixture", JUDGED, ids=name)
def test_the_ruling_is_exactly_this(fixture: Path, outcome: Outcome):
    for id, wanted in expected(fixture)[1].items():
        verdict = outcome.verdicts[id]
        said = f"{verdict.ruling}: {verdict.reason}"
        assert fits(wanted, said), said


def test_every_check_was_judged_and_expected(outcome: Outcome):
    wanted = [id for fixture in JUDGED for id in expected(fixture)[1]]
    assert sorted(wanted) == sorted(outcome.verdicts)


def test_hostile_checks_changed_nothing(outcome: Outcome):
    assert {path.name: path.read_text() for path in outcome.elsewhere.iterdir()} == {"precious.txt": "precious"}
    assert outcome.reference == (HEALTHY / "claims" / "reference" / "layer_norm.py").read_text()
    assert outcome.requests == []


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="looks for processes in /proc")
def test_hostile_checks_left_no_process(outcome: Outcome):
    assert outcome.left == []
