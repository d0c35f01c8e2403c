"""Fingerprint: everything that could change a verdict, part by part, so that `why` can say what did."""

import hashlib
import importlib.metadata
import importlib.util
import platform
import sys
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path

from refutable.check import imports_of
from refutable.job import Job
from refutable.library import Entry, files_of

# The modules that take part in judging; the rest of the engine cannot change a verdict.
ENGINE = (
    "__init__", "check", "child", "compare", "experiment", "guard", "job", "loading", "problem", "processes",
    "ruling", "smallest", "spares", "together", "trial", "verdict", "warm", "worker",
)


class Surroundings:
    """Versions and digests that many fingerprints share, looked up once a run."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._files: dict[str, str] = {}
        self._versions: dict[str, str | None] = {}
        self._imports: dict[str, tuple[str, ...]] = {}

    @cached_property
    def engine(self) -> str:
        here = Path(__file__).parent
        return _digest(*((here / f"{name}.py").read_bytes() for name in ENGINE))

    def file(self, path: str) -> str:
        if path not in self._files:
            self._files[path] = _digest(*(file.read_bytes() for file in files_of(self._root, path)))
        return self._files[path]

    def imports(self, path: str) -> tuple[str, ...]:
        """The packages that a file of the corpus imports; a recording imports none."""
        if path not in self._imports:
            files = files_of(self._root, path) if path.endswith(".py") else []
            texts = (file.read_text(encoding="utf-8") for file in files)
            self._imports[path] = tuple(sorted({name for text in texts for name in imports_of(text)}))
        return self._imports[path]

    def version(self, package: str) -> str | None:
        """The installed version of a package, without importing it; None if there is none."""
        if package not in self._versions:
            try:
                self._versions[package] = importlib.metadata.version(package)
            except importlib.metadata.PackageNotFoundError:
                self._versions[package] = self._version_of_import(package)
        return self._versions[package]

    def _version_of_import(self, name: str) -> str | None:
        """For names that are imported under another name than they are installed, as `yaml` of PyYAML is."""
        if name in sys.stdlib_module_names:
            return None
        owners = self._owners.get(name, [])
        return importlib.metadata.version(owners[0]) if owners else None

    @cached_property
    def _owners(self) -> Mapping[str, list[str]]:
        """The distributions behind each name that can be imported: a third of a second to find out."""
        return importlib.metadata.packages_distributions()

    def moved_on(self, packages: Iterable[str], since: Mapping[str, str]) -> list[str]:
        """The packages of which another version is installed than there was; one that is not says nothing."""
        here = {name: self.version(name) for name in packages}
        return [f"{name} ({since.get(name, 'absent')} -> {version})" for name, version in here.items()
                if version and version != since.get(name)]

    def environment(self, packages: Iterable[str]) -> dict[str, str]:
        """What a verdict was reached in: Python, kind of platform, packages."""
        found = {"python": platform.python_version(), "platform": f"{platform.system()} {platform.machine()}"}
        return found | {name: version for name in packages if (version := self.version(name))}


def packages_of(entry: Entry, job: Job | None, around: Surroundings) -> list[str]:
    """The packages whose versions matter: what record, check and subjects need, and numpy, which judges."""
    required = entry.claim.requires if entry.claim else ()
    imported = entry.check.imports if entry.check else ()
    below = [name for path in (job.subjects.values() if job else ()) for name in around.imports(path)]
    return sorted({"numpy", *required, *imported, *below} - {"refutable", "."})


def fingerprint(entry: Entry, job: Job, around: Surroundings) -> dict[str, str]:
    """The parts, each named as a reader would: `check`, `layer_norm`, `numpy`, ..."""
    parts = {"check": around.file(entry.check_path), "engine": around.engine}
    parts |= around.environment(packages_of(entry, job, around))
    taken = {*parts, "limits"}  # a subject of such a name is called by its path
    parts |= {path if name in taken else name: around.file(path) for name, path in job.subjects.items()}
    parts["limits"] = f"{job.limits.seconds:g} s, {job.limits.memory >> 20} MiB, {job.limits.output >> 10} KiB"
    return parts


def changed_parts(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """What differs, in words: versions with both values, files by name alone."""
    words = []
    for name in sorted({*before, *now}):
        old, new = before.get(name), now.get(name)
        if old == new:
            continue
        is_digest = any(len(value) == 64 for value in (old, new) if value)
        words.append(name if is_digest and old and new else f"{name} ({old or 'absent'} -> {new or 'absent'})"
                     if not is_digest else f"{name} ({'new' if new else 'gone'})")
    return words


def _digest(*contents: bytes) -> str:
    together = hashlib.sha256()
    for content in contents:
        together.update(len(content).to_bytes(8, "big") + content)
    return together.hexdigest()
