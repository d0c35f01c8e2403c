"""Knowledge bases that many tests start from."""

import importlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from corpora import Command, Ran, lay_out

from refutable.__main__ import main
from refutable.judge import Progress, judge
from refutable.library import read_corpus


@pytest.fixture(scope="session")
def judged_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The healthy knowledge base with its verdicts remembered, so that a copy of it need not judge them again."""
    root = lay_out(tmp_path_factory.mktemp("healthy") / "corpus")
    found = judge(read_corpus(root), Progress())
    assert {j.verdict.ruling for j in found.values()} == {"holds"}
    return root


@pytest.fixture
def corpus_with(judged_once: Path, tmp_path: Path) -> Callable[..., Path]:
    """Makes a knowledge base of this test's own: the healthy one, judged, with fixtures copied over it."""

    def make(*fixtures: Path) -> Path:
        root = tmp_path / "corpus"
        shutil.copytree(judged_once, root)
        return lay_out(root, *fixtures)

    return make


@pytest.fixture
def corpus(corpus_with: Callable[..., Path]) -> Path:
    """The healthy knowledge base, judged, to be edited."""
    return corpus_with()


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Installs, or replaces, a package of one module that this test and its workers can import."""
    folder = tmp_path / "packages"
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", str(folder), prepend=os.pathsep)

    def install(name: str, text: str, version: str = "1.0") -> None:
        for old in folder.glob(f"{name}-*"):
            shutil.rmtree(old)
        metadata = folder / f"{name}-{version}.dist-info" / "METADATA"
        metadata.parent.mkdir(parents=True)
        metadata.write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        (folder / f"{name}.py").write_text(text)
        importlib.invalidate_caches()

    return install


@pytest.fixture
def command(corpus: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs `refutable ARGUMENTS` in the healthy knowledge base, as the console script does."""

    def run(*arguments: str | Path, folder: Path = corpus) -> Ran:
        monkeypatch.chdir(folder)
        monkeypatch.setattr("sys.argv", ["refutable", *map(str, arguments)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main()
        said = capsys.readouterr()
        return Ran(int(end.value.code or 0), said.out, said.err)

    return run
