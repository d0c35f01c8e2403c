"""Small knowledge bases for the tests: the healthy one, and what a fixture makes wrong with it."""

import re
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

FIXTURES = Path(__file__).parent / "fixtures"
HEALTHY = FIXTURES / "healthy"
HOOK = Path(__file__).parent.parent / "hooks" / "stamp_claims.py"
RULINGS = "holds|refuted|vacuous|broken|skipped"

# What a judged fixture is about is in its check; this is the record of one that brings none.
RECORD = """\
statement: The check {id} is judged.
evidence: derived
sources:
  - {{source: ba-2016-layernorm, locator: "section 3", relation: mentions}}
caveats:
  - Only in the tests.
"""


@dataclass(frozen=True)
class Ran:
    """What came of a command."""

    code: int
    out: str
    err: str


Command = Callable[..., Ran]


def mistakes() -> list[Path]:
    """The folders of fixtures, the healthy one included."""
    return sorted(path.parent for path in FIXTURES.glob("*/expected.txt"))


def expected(fixture: Path) -> tuple[list[str], dict[str, str]]:
    """The messages that lint gives, and `ruling: reason` for each claim that is judged; `...` stands for anything."""
    verdicts, messages = {}, []
    for line in (fixture / "expected.txt").read_text(encoding="utf-8").splitlines():
        verdict = re.fullmatch(rf"([\w-]+): ((?:{RULINGS}): .*)", line)
        if verdict:
            verdicts[verdict[1]] = verdict[2]
        else:
            messages.append(line)
    return messages, verdicts


def fits(pattern: str, text: str) -> bool:
    return re.fullmatch(".*".join(map(re.escape, pattern.split("..."))), text) is not None


def lay_out(root: Path, *fixtures: Path) -> Path:
    """Copy the healthy knowledge base to `root` and the fixtures over it."""
    for folder in (HEALTHY, *fixtures):
        shutil.copytree(folder, root, dirs_exist_ok=True, ignore=shutil.ignore_patterns("expected.txt", "__pycache__"))
        if folder != HEALTHY:
            for id in expected(folder)[1]:
                add_record(root, id)
    return root


def add_record(root: Path, id: str) -> None:
    for check in root.glob(f"claims/*/{id}.py"):
        if not check.with_suffix(".yaml").exists():
            check.with_suffix(".yaml").write_text(RECORD.format(id=id), encoding="utf-8")


def add_check(root: Path, id: str, text: str, record: str = RECORD) -> Path:
    """Write a check that only one test needs, with a record; returns the check's path."""
    check = root / "claims" / "written" / f"{id}.py"
    check.parent.mkdir(exist_ok=True)
    check.write_text(text, encoding="utf-8")
    check.with_suffix(".yaml").write_text(record.format(id=id), encoding="utf-8")
    return check


def replace(path: Path, old: str, new: str) -> None:
    """Edit a file; a test that edits nothing tests nothing."""
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{old!r} is not in {path}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def healthy_ids(fixture: Path) -> set[str]:
    """The healthy claims of which a fixture replaces no part."""
    def stems(folder: Path) -> set[str]:
        return {path.relative_to(folder).with_suffix("").as_posix() for path in _pairs(folder)}

    replaced = set() if fixture == HEALTHY else stems(fixture)
    return {stem.rsplit("/", 1)[-1] for stem in stems(HEALTHY) - replaced}


def _pairs(folder: Path) -> Iterable[Path]:
    return (path for path in folder.glob("claims/*/*.*") if path.parent.name != "reference")


def processes_with(setting: str) -> list[int]:
    """The processes that were started with a line in their environment, on Linux."""
    found = []
    for environ in Path("/proc").glob("[0-9]*/environ"):
        try:
            if setting.encode() in environ.read_bytes().split(b"\0"):
                found.append(int(environ.parent.name))
        except OSError:
            continue  # it has ended, or is somebody else's
    return found
