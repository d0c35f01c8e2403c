"""Runs jobs in workers, processes that are not the build's, and makes verdicts of what they report."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from refutable.job import Job
from refutable.ruling import rule
from refutable.verdict import (
    Counterexample,
    End,
    Kind,
    Measurement,
    Ruling,
    Trial,
    Verdict,
    measurement_of,
    trial_of,
)

# One thread a check: they run side by side, and a fork must not inherit a pool of threads.
_ENVIRONMENT = {"PYTHONDONTWRITEBYTECODE": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1",
                "MKL_NUM_THREADS": "1", "VECLIB_MAXIMUM_THREADS": "1", "PYTHONHASHSEED": "0",
                # Hypothesis keeps notes, even without a database; not in the folder that is judged.
                "HYPOTHESIS_STORAGE_DIRECTORY": f"{tempfile.gettempdir()}/refutable-hypothesis"}


def run_jobs(jobs: Iterable[Job], started: Callable[[str], None], judged: Callable[[str, Verdict], None]) -> None:
    """Run all jobs, one worker for each set of preloaded packages; a worker that dies costs the checks it ran."""
    groups: dict[tuple[str, ...], list[Job]] = {}
    for job in jobs:
        groups.setdefault(tuple(job.preload), []).append(job)
    for preload, group in groups.items():
        waiting = {job.id: job for job in group}
        while waiting:
            lost = _run_worker(preload, list(waiting.values()), started, judged)
            if lost.left:  # where not even one began, the next worker would not get further
                for id in lost.begun or set(lost.left):
                    judged(id, Verdict(Ruling.BROKEN, lost.why))
                    lost.left.discard(id)
            waiting = {id: job for id, job in waiting.items() if id in lost.left}


class _Lost:
    """What a worker left undone: checks it had begun, checks it had not, and why."""

    def __init__(self, jobs: list[Job]) -> None:
        self.left = {job.id for job in jobs}
        self.begun: set[str] = set()
        self.why = ""


def _run_worker(preload: tuple[str, ...], jobs: list[Job], started: Callable[[str], None],
                judged: Callable[[str, Verdict], None]) -> _Lost:
    lost = _Lost(jobs)
    beliefs = any(mutant[3] for job in jobs for mutant in job.mutants)
    request = {"preload": [*preload, *(["hypothesis"] if beliefs else [])], "jobs": [job.plain() for job in jobs]}
    with subprocess.Popen(
        [sys.executable, "-m", "refutable.warm"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, env={**os.environ, **_ENVIRONMENT}, text=True,
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        try:
            process.stdin.write(json.dumps(request) + "\n")
            process.stdin.close()
        except BrokenPipeError:
            pass  # it died at once; its exit says why
        for line in process.stdout:
            fact = json.loads(line)
            if "start" in fact:
                lost.begun.add(fact["start"])
                started(fact["start"])
            else:
                lost.begun.discard(fact["end"])
                lost.left.discard(fact["end"])
                judged(fact["end"], verdict_of(fact["facts"], fact["ended"]))
        lines = process.stderr.read().strip().splitlines()
    lost.why = f"the worker died with exit code {process.returncode}" + (f": {lines[-1]}" if lines else "")
    return lost


def verdict_of(facts: Iterable[Mapping[str, Any]], ended: str) -> Verdict:
    """Judge what a check reported; `ended` says why it came to no proper end, and belongs to the trial it was in."""
    trials: list[Trial] = []
    measurements: list[Measurement] = []
    counterexamples: list[Counterexample] = []
    begun: Trial | None = None
    figure: Mapping[str, Any] | None = None
    for fact in facts:
        if "begin" in fact:
            begun = trial_of(fact["begin"])
        elif "trial" in fact:
            trials.append(trial_of(fact["trial"]))
            begun = None
        elif "measurement" in fact:
            measurements.append(measurement_of(fact["measurement"]))
        elif "figure" in fact:
            figure = fact["figure"]
        else:
            counterexamples.append(Counterexample(**fact["counterexample"]))
    if ended:
        where = begun or Trial(Kind.CONTROL, "control", "", End.DIED)
        died = Trial(where.kind, where.name, where.subject, End.DIED, ended, where.flaw)
        return Verdict(Ruling.BROKEN, f"{died.label}: {ended}", (*trials, died), tuple(measurements))
    return Verdict(*rule(trials), tuple(trials), tuple(measurements), tuple(counterexamples), figure)
