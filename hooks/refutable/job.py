"""Job: what a worker needs to know to run one check, as JSON can carry it."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class Limits:
    """What one check may use: wall-clock seconds, bytes of memory beyond the worker's own, bytes of output."""

    seconds: float = 20.0
    memory: int = 2 << 30
    output: int = 1 << 20
    parallel: int = 2


@dataclass(frozen=True)
class Job:
    """Paths are relative to `root`, the corpus, below which a check may write nothing."""

    id: str
    root: str
    check: str
    parameters: Sequence[str]  # of `check`
    observed: Sequence[str]  # parameters of `observe`, if there is one
    subjects: Mapping[str, str]  # name -> path of everything that either needs; `.json` is a recording
    mutants: Sequence[tuple[str, str, str, bool, bool]]  # name, subject, flaw, whether it is a belief, or lent
    preload: Sequence[str] = ()  # packages to import before forking
    limits: Limits = field(default_factory=Limits)
    replaced: Mapping[str, str] = field(default_factory=dict)  # subject -> source in its place; alone, too
    alone: bool = False  # the control alone, for checks whose mutants say nothing here
    together: str = ""  # jobs of one name run in one process that is not forked; then each has to replace something

    def plain(self) -> dict[str, Any]:
        return asdict(self)


def from_plain(plain: Mapping[str, Any]) -> Job:
    mutants = [tuple(mutant) for mutant in plain["mutants"]]
    return Job(**{**plain, "mutants": mutants, "limits": Limits(**plain["limits"])})
