"""The corpus on disk: claims, sources, references, instruments and pages below one root."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from refutable.check import Check, read_check
from refutable.lending import lend
from refutable.problem import Problem
from refutable.record import Claim, parse_claim
from refutable.source import Source, parse_source
from refutable.strays import hidden, strays

# Where a subject of a given name is looked for, in this order; the folder is named below `claims/`.
SUBJECT_FOLDERS = ("reference", "instruments")
NOT_TOPICS = (*SUBJECT_FOLDERS, "implementations")


class Unreadable(Exception):
    """The corpus as a whole cannot be read; the message says what to do."""


@dataclass(frozen=True)
class Entry:
    """A pair of record and check; `claim` and `check` are None where the file is missing or could not be read."""

    id: str
    topic: str
    record_path: str
    check_path: str
    claim: Claim | None
    check: Check | None
    check_text: str
    recording_path: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class Corpus:
    root: Path
    entries: Mapping[str, Entry]
    sources: Mapping[str, Source]
    subjects: Mapping[str, str]  # name -> path of its file
    implementations: Mapping[str, Mapping[str, str]]  # framework -> name -> path of its file
    pages: Mapping[str, str]  # path below `docs/` -> text
    problems: tuple[Problem, ...]  # of reading; `lint` has those of meaning

    def text(self, path: str) -> str:
        return (self.root / path).read_text(encoding="utf-8")

    @property
    def claims(self) -> dict[str, Claim]:
        return {id: entry.claim for id, entry in self.entries.items() if entry.claim}


def read_corpus(root: Path) -> Corpus:
    """Read everything below `root`; raises Unreadable if there is no `claims/` there."""
    if not (root / "claims").is_dir():
        raise Unreadable(f"{root}: there is no folder claims/ here; run this in the root of a knowledge base")
    problems = list(strays(root, NOT_TOPICS))
    subjects = {name: _relative(path, root) for folder in reversed(SUBJECT_FOLDERS)
                for name, path in _subjects(root / "claims" / folder)}
    implementations: dict[str, dict[str, str]] = {}
    for path in sorted((root / "claims" / "implementations").glob("*/*.py")):
        implementations.setdefault(path.parent.name, {})[path.stem] = _relative(path, root)
    subjects = {name: path for name, path in subjects.items() if _read(root / path, root, problems) is not None}
    sources: dict[str, Source] = {}
    for path in sorted((root / "sources").glob("*.yaml")):
        text = _read(path, root, problems)
        if text is not None:
            source, found = parse_source(text, _relative(path, root), path.stem)
            problems += found
            if source:
                sources[source.key] = source
    entries = _entries(root, subjects, problems)
    pages = {path.relative_to(root / "docs").as_posix(): text for path in sorted((root / "docs").rglob("*.md"))
             if (text := _read(path, root, problems)) is not None}
    return Corpus(root, entries, sources, subjects, implementations, pages, tuple(problems))


def _subjects(folder: Path) -> Iterator[tuple[str, Path]]:
    """A subject is a file, or a folder whose __init__.py defines the function."""
    yield from ((path.stem, path) for path in sorted(folder.glob("*.py")))
    yield from ((path.parent.name, path) for path in sorted(folder.glob("*/__init__.py")))


def files_of(root: Path, path: str) -> list[Path]:
    """All files of a subject, given by its path: those of the folder, or the one."""
    file = root / path
    return sorted(file.parent.rglob("*.py")) if file.name == "__init__.py" else [file]


def _entries(root: Path, subjects: Mapping[str, str], problems: list[Problem]) -> dict[str, Entry]:
    entries: dict[str, Entry] = {}
    stems = {path.with_suffix("") for pattern in ("*/*.yaml", "*/*.py") for path in (root / "claims").glob(pattern)
             if path.parent.name not in NOT_TOPICS and not hidden(path.parent.name)}
    for stem in sorted(stems):
        problems += (entry := _entry(stem, root, subjects)).problems
        if entry.id in entries:
            first = entries[entry.id]
            one, two = (Problem(a.record_path, 1, f"the id `{a.id}` is also that of {b.record_path}", "rename one")
                        for a, b in ((entry, first), (first, entry)))
            problems.append(one)
            entries[entry.id] = replace(first, problems=(*first.problems, two))  # nobody knows which a page means
        else:
            entries[entry.id] = entry
    return entries


def _entry(stem: Path, root: Path, subjects: Mapping[str, str]) -> Entry:
    problems: list[Problem] = []
    topic, id = stem.parent.name, stem.name
    record, check_file = stem.with_suffix(".yaml"), stem.with_suffix(".py")
    record_path, check_path = _relative(record, root), _relative(check_file, root)
    claim, check, check_text = None, None, ""
    if not record.is_file():
        problems.append(Problem(check_path, 1, "this check has no record", f"write {record_path}"))
    elif (text := _read(record, root, problems)) is not None:
        claim, found = parse_claim(text, record_path, topic, id)
        problems += found
    if not check_file.is_file():
        problems.append(Problem(record_path, 1, "this record has no check", f"write {check_path}"))
    elif (text := _read(check_file, root, problems)) is not None:
        check_text = text
        check, found = read_check(text, check_path)
        check, unknown = lend(check, subjects, lambda path: _read(root / path, root, []) or "")
        problems += [*found, *unknown]
    recording_path = _relative(recording, root) if (recording := stem.with_suffix(".json")).is_file() else ""
    return Entry(id, topic, record_path, check_path, claim, check, check_text, recording_path, tuple(problems))


def _relative(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix()


def _read(path: Path, root: Path, problems: list[Problem]) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        where = _relative(path, root)
        problems.append(Problem(where, 1, f"byte {error.start} is not UTF-8", "save the file as UTF-8"))
    except OSError as error:
        problems.append(Problem(_relative(path, root), 1, f"cannot be read: {error.strerror}", "check its permissions"))
    return None


def subject_paths(corpus: Corpus, entry: Entry, names: Iterable[str]) -> dict[str, str]:
    """The file behind each subject name, leaving out names that are nobody's."""
    known = {**corpus.subjects, **({"recording": entry.recording_path} if entry.recording_path else {})}
    return {name: known[name] for name in names if name in known}
