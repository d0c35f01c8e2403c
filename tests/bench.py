"""How fast the engine is, as ratios within one run: `make bench`.

Every figure is a wall-clock median of a few repetitions on this machine at this moment; compare the ratios, not the
seconds.
"""

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent
ENVIRONMENT = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "OMP_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"}
MKDOCS = [sys.executable, "-m", "mkdocs"]
REFUTABLE = [sys.executable, "-m", "refutable"]

# What pytest would run instead: the same check functions with the same subjects, without mutants.
PYTEST = '''
import importlib.util, json, pathlib, pytest
ROOT = pathlib.Path({root!r})
def load(path):
    spec = importlib.util.spec_from_file_location(path.stem.replace("-", "_"), path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
SUBJECTS = {{p.stem: getattr(load(p), p.stem) for folder in ("instruments", "reference")
             for p in sorted((ROOT / "claims" / folder).glob("*.py"))}}
CHECKS = [p for p in sorted((ROOT / "claims").glob("*/*.py")) if p.with_suffix(".yaml").exists()
          and "requires:" not in p.with_suffix(".yaml").read_text()]
@pytest.mark.parametrize("path", CHECKS, ids=lambda p: p.stem)
def test_check(path):
    check = load(path).check
    names = check.__code__.co_varnames[: check.__code__.co_argcount]
    recording = path.with_suffix(".json")
    handed = {{n: json.loads(recording.read_text()) if n == "recording" else SUBJECTS[n] for n in names}}
    check(**handed)
'''


def median(action: Callable[[], object], times: int) -> float:
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        action()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def run(command: list[str], root: Path, ok: tuple[int, ...] = (0,)) -> None:
    done = subprocess.run(command, cwd=root, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    if done.returncode not in ok:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


def report(what: str, ours: float, other: float, aim: str) -> None:
    print(f"{what:<74} {ours:7.2f} s {other:7.2f} s   {ours / other:5.2f}x   aim {aim}", flush=True)


def without_readers(config: str) -> str:
    """Leaves out the hooks that show what the hook has found, for they cannot do without it or without our pages."""
    for hook in ("practice", "show_facts", "demo_values"):
        config = config.replace(f"  - hooks/{hook}.py\n", "")
    return config


def copy_corpus(target: Path) -> Path:
    for name in ("claims", "sources", "docs", "hooks", "includes", "mkdocs.yml"):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, target / name)
        else:
            shutil.copy(source, target / name)
    return target


def grow_corpus(target: Path, count: int) -> Path:
    """A corpus of `count` claims made of one claim of ours, and a page that cites them all."""
    copy_corpus(target)
    shutil.rmtree(target / "docs")
    record = ROOT / "claims/layer-norm/layer-norm-ignores-shift.yaml"
    for folder in sorted((target / "claims").iterdir()):
        if folder.name not in ("reference", "instruments", "implementations"):
            shutil.rmtree(folder)
    (target / "claims/made").mkdir()
    (target / "docs").mkdir()
    shutil.copytree(ROOT / "docs/assets", target / "docs/assets")
    for number in range(count):
        for suffix in (".yaml", ".py"):
            text = record.with_suffix(suffix).read_text().replace("statement: >\n  ", f"statement: >\n  ({number}) ")
            (target / f"claims/made/claim-{number}{suffix}").write_text(text)
    (target / "mkdocs.yml").write_text(without_readers((target / "mkdocs.yml").read_text()))
    lines = [f"Sentence {n}. <!-- claim: claim-{n} -->\n" for n in range(count)]
    (target / "docs/index.md").write_text("# All\n\n" + "\n".join(lines))
    return target


def judging(root: Path, times: int) -> None:
    """The same checks by both: those that need NumPy alone, of our references alone."""
    test = root / "test_checks.py"
    test.write_text(PYTEST.format(root=str(root)))
    ids = [record.stem for record in root.glob("claims/*/*.yaml")
           if record.with_suffix(".py").exists() and "requires:" not in record.read_text()]
    others = root / "claims/implementations"
    if others.exists():
        others.rename(root / "implementations")
    ours = median(lambda: run([*REFUTABLE, "check", "--again", "-q", *ids], root), times)
    pytest = median(lambda: run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull,
                                 str(test)], root), times)
    test.unlink()
    if (root / "implementations").exists():
        (root / "implementations").rename(others)
    report(f"judge {len(ids)} NumPy claims cold, with all mutants / their checks in pytest", ours, pytest, "<= 1.5x")


def building(root: Path, times: int) -> None:
    """Warm, against the same site without the hook: bare, and with the generated pages written out as Markdown."""
    whole = (root / "mkdocs.yml").read_text()
    config = without_readers(whole).replace("validation:", "validation_off:").split("validation_off:")[0]
    (root / "mkdocs.yml").write_text(config)
    without = root / "without.yml"
    without.write_text(config.replace("  - hooks/stamp_claims.py\n", ""))
    build = [*MKDOCS, "build", "-q", "-d", "site-bench"]
    run(build, root)
    ours = median(lambda: run(build, root), times)
    bare = median(lambda: run([*build, "-f", "without.yml"], root), times)
    report("warm build with the hook / the same docs without it, no claim pages", ours, bare, "(for the record)")
    run([sys.executable, "-c", WRITE_PAGES, str(root)], root)
    same = median(lambda: run([*build, "-f", "without.yml"], root), times)
    shutil.rmtree(root / "docs/claims")
    shutil.rmtree(root / "docs/sources")
    (root / "mkdocs.yml").write_text(whole)
    report("warm build with the hook / the same pages without it", ours, same,
           f"<= 1.10x or + 0.2 s ({ours - same:+.2f} s)")


WRITE_PAGES = '''
import sys
from pathlib import Path
from refutable.examine import examine
from refutable.judge import Progress
from refutable.page import claim_page, index_page, sources_page
docs = Path(sys.argv[1]) / "docs"
e = examine(docs.parent, Progress())
(docs / "claims").mkdir()
(docs / "sources").mkdir()
for a in e.assessments.values():
    (docs / "claims" / f"{a.id}.md").write_text(claim_page(a, e.corpus.sources, []))
(docs / "claims/index.md").write_text(index_page(e.assessments.values()))
(docs / "sources/index.md").write_text(sources_page(e.corpus.sources, e.assessments.values()))
'''


@contextmanager
def served(root: Path) -> Iterator[str]:
    address = "127.0.0.1:8765"
    with subprocess.Popen([*MKDOCS, "serve", "--dirty", "-a", address], cwd=root, env=ENVIRONMENT,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            yield f"http://{address}/"
        finally:
            server.terminate()


def fetch(address: str) -> str:
    try:
        with urllib.request.urlopen(address) as answer:
            return str(answer.read().decode())
    except OSError:
        return ""


def until(true: Callable[[], object], what: str) -> None:
    end = time.monotonic() + 300
    while not true():
        if time.monotonic() > end:
            raise SystemExit(f"waited 5 minutes for {what}; start `mkdocs serve` by hand and look")
        time.sleep(0.02)


def editing(root: Path, times: int) -> None:
    """From saving a check that is now wrong to the page that says so, and back; and one that holds as before.

    What holds is judged with the frameworks as well, whose import alone takes seconds; the first edit waits for it.
    """
    check = next(p for p in sorted((root / "claims").glob("*/*.py")) if p.with_suffix(".yaml").exists()
                 and "requires:" not in p.with_suffix(".yaml").read_text())
    right = check.read_text()
    subjects = right.split("\ndef check(", 1)[1].split(")", 1)[0]
    wrong = f"{right}\n\ndef check({subjects}):\n    raise AssertionError('made wrong by the benchmark')\n"
    with served(root) as address:
        page = f"{address}claims/{check.stem}/"
        until(lambda: "data-stamp" in fetch(page), "the first page")
        taken: dict[str, list[float]] = {"wrong": [], "holds": []}
        for number in range(times):
            for kind, text, shows in (("wrong", wrong, 'class="stamp stamp-refuted"'),
                                      ("wrong", right, 'class="stamp stamp-(checked|ai_read|verified)"'),
                                      ("holds", f"{right}\n# edit {number}\n", f"edit {number}</")):
                start = time.perf_counter()
                check.write_text(text)
                until(lambda shows=shows: re.search(shows, fetch(page)), f"{page} to show {shows}")  # type: ignore[misc]
                taken[kind].append(time.perf_counter() - start)
                time.sleep(5.0)  # an author reads before the next edit; workers get ready meanwhile
    for kind, what in (("wrong", "edit of one check to the new verdict on its page (make serve)"),
                       ("holds", "the same for an edit after which it holds, in every framework")):
        print(f"{what:<74} {statistics.median(taken[kind]):7.2f} s{'':21} aim <= 1.5 s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=3, help="repetitions")
    parser.add_argument("--many", type=int, default=1000, help="size of the made corpus; 0 leaves it out")
    chosen = parser.parse_args()
    print(f"{'':<74} {'ours':>9} {'other':>9}   ratio")
    with tempfile.TemporaryDirectory() as folder:
        ours = copy_corpus(Path(folder, "ours"))
        print(f"-- this knowledge base: {len(list(ours.glob('claims/*/*.yaml')))} claims")
        for measure in (judging, building, editing):
            measure(ours, chosen.times)
        if chosen.many:
            many = grow_corpus(Path(folder, "many"), chosen.many)
            print(f"-- a made corpus of {chosen.many} claims")
            judging(many, 1)
            building(many, 1)
            editing(many, 1)


if __name__ == "__main__":
    main()
