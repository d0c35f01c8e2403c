"""Making recordings: every run is appended to disk as it ends, so that a killed recording resumes."""

import datetime
import itertools
import json
import os
import platform
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from refutable import processes
from refutable.experiment import code_digest
from refutable.fingerprint import Surroundings, packages_of
from refutable.lending import WRONG
from refutable.library import Corpus, Entry, files_of, subject_paths
from refutable.memory import FOLDER
from refutable.record import Evidence


@dataclass(frozen=True)
class Plan:
    """The runs of one experiment, and the code that makes them."""

    root: str
    check: str
    instruments: Mapping[str, str]  # name -> path
    code: Mapping[str, str]  # name -> digest
    runs: Sequence[Mapping[str, Any]]


def current_code(corpus: Corpus, entry: Entry) -> dict[str, str]:
    """Digests of the code behind a recording: the experiment, and every instrument that it asks for."""
    experiment = entry.check.experiment if entry.check else None
    if experiment is None:
        return {}
    files = {name: [file for file in files_of(corpus.root, path) if file.name != WRONG]
             for name, path in subject_paths(corpus, entry, experiment.instruments).items()}
    return {"run": experiment.code} | {name: code_digest(*(file.read_text(encoding="utf-8") for file in parts))
                                       for name, parts in files.items()}


def staleness(corpus: Corpus, entry: Entry) -> str:
    """Why the recording of a claim may not be used; empty if it may."""
    if entry.check is None or entry.check.experiment is None:
        return ""  # nothing here made it, which lint reports
    try:
        made = json.loads(corpus.text(entry.recording_path))
        recorded = dict(made["code"])
    except (ValueError, KeyError, TypeError) as error:
        return f"the recording cannot be read ({type(error).__name__}: {error}); run `refutable record {entry.id}`"
    now = current_code(corpus, entry)
    changed = [name for name in sorted({*recorded, *now}) if recorded.get(name) != now.get(name)]
    if entry.claim and entry.claim.evidence is Evidence.SHIPPED:  # it tells of the version that was recorded
        changed += Surroundings(corpus.root).moved_on(entry.claim.requires, made.get("environment", {}))
    return f"the recording is stale: {', '.join(changed)} changed; run `refutable record {entry.id}`" if changed else ""


def plan_runs(corpus: Corpus, entry: Entry, grid: Mapping[str, Sequence[Any]]) -> Plan:
    experiment = entry.check.experiment if entry.check else None
    names = experiment.instruments if experiment else ()
    runs = [dict(zip(grid, values, strict=True)) for values in itertools.product(*grid.values())]
    paths = subject_paths(corpus, entry, names)
    return Plan(str(corpus.root), entry.check_path, paths, current_code(corpus, entry), runs)


def recorded_runs(corpus: Corpus, entry: Entry, plan: Plan) -> list[dict[str, Any]]:
    """The runs of the stored recording that today's code made: a grid that grows keeps what it has."""
    if not entry.recording_path or staleness(corpus, entry):
        return []
    runs: list[dict[str, Any]] = json.loads(corpus.text(entry.recording_path))["runs"]
    return [run for run in runs if run["with"] in plan.runs]


def one_run(plan: Plan, values: Mapping[str, Any]) -> dict[str, Any]:
    """Make one run; called in a process of its own."""
    from refutable.loading import load_module, load_subject  # imports numpy, which only such a process needs

    function = next(f for f in vars(load_module(plan.root, plan.check)).values() if hasattr(f, "grid"))
    instruments = {name: load_subject(plan.root, name, path) for name, path in plan.instruments.items()}
    start = time.process_time()
    outcome = function(**values, **instruments)
    return {"with": dict(values), "seconds": round(time.process_time() - start, 3), "outcome": outcome}


def make_runs(plan: Plan, known: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Make all runs that are not among the known ones, side by side, and yield each as it ends."""
    have = [run["with"] for run in known]
    missing = [values for values in plan.runs if values not in have]
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"  # they run side by side
    with ProcessPoolExecutor(cores(), get_context("spawn"), processes.die_with, (os.getpid(),)) as pool:
        waiting = [pool.submit(one_run, plan, values) for values in missing]
        try:
            for done in as_completed(waiting):
                yield done.result()
        finally:
            pool.shutdown(cancel_futures=True)


def cores() -> int:
    """How many runs fit side by side: what this process may use, which can be less than the machine has."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Journal:
    """The runs of an unfinished recording, one line each, with the digest of the code that made them."""

    def __init__(self, root: Path, id: str, code: Mapping[str, str]) -> None:
        self._path = root / FOLDER / "runs" / f"{id}.jsonl"
        self._code = dict(code)

    def read(self) -> Iterator[dict[str, Any]]:
        """What was made by today's code; a line cut off by a kill is no run."""
        for line in self._path.read_text(encoding="utf-8").splitlines() if self._path.exists() else ():
            try:
                run = json.loads(line)
            except ValueError:
                continue
            if run.pop("code", None) == self._code:
                yield run

    def append(self, run: Mapping[str, Any]) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({**run, "code": self._code}) + "\n")
            file.flush()
            os.fsync(file.fileno())

    def forget(self) -> None:
        self._path.unlink(missing_ok=True)


def finished(plan: Plan, entry: Entry, runs: Sequence[Mapping[str, Any]],
             grid: Mapping[str, Sequence[Any]]) -> dict[str, Any]:
    """The recording as it is stored, runs in the order of the grid."""
    order = {json.dumps(values): place for place, values in enumerate(plan.runs)}
    kept = sorted((run for run in runs if json.dumps(run["with"]) in order), key=lambda r: order[json.dumps(r["with"])])
    around = Surroundings(Path(plan.root))
    return {
        "code": dict(plan.code), "grid": {name: list(values) for name, values in grid.items()},
        "environment": around.environment(packages_of(entry, None, around)),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "seconds": round(sum(run["seconds"] for run in kept), 1),
        "runs": kept,
    }
