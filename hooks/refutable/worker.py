"""Runs jobs in workers, processes that are not the build's, and makes verdicts of what they report."""

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from threading import Event
from typing import Any

from refutable.job import Job
from refutable.ruling import rule
from refutable.spares import SPARES
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


def run_jobs(jobs: Iterable[Job], started: Callable[[str], None], judged: Callable[[str, Verdict], None]) -> None:
    """Run all jobs, one worker for each set of preloaded packages; a worker that dies costs the checks it ran."""
    groups: dict[tuple[str, tuple[str, ...]], list[Job]] = {}
    for job in jobs:
        groups.setdefault((job.together, tuple(job.preload)), []).append(job)
    for (together, preload), group in groups.items():
        if not together:
            _run_group("warm", preload, group, started, judged, Event())
    stopped = Event()
    with ThreadPoolExecutor(os.cpu_count()) as pool:  # jobs that stay together do not keep all processors busy
        running = [pool.submit(_run_group, "together", preload, group, started, judged, stopped)
                   for (together, preload), group in groups.items() if together]
        try:
            wait(running)
        finally:  # Ctrl-C ends the processes too, and none is to be started in their place
            stopped.set()
    for group_done in running:
        group_done.result()  # raises what was raised there


def _run_group(kind: str, preload: Sequence[str], group: Iterable[Job], started: Callable[[str], None],
               judged: Callable[[str, Verdict], None], stopped: Event) -> None:
    waiting = {job.id: job for job in group}
    while waiting and not stopped.is_set():
        lost = _run_worker(kind, preload, list(waiting.values()), started, judged)
        for id in set(lost.begun):  # one of them killed the worker: alone, each answers for itself
            alone = lost if len(lost.begun) == 1 else _run_worker(kind, preload, [waiting[id]], started, judged)
            if id in alone.left:
                judged(id, Verdict(Ruling.BROKEN, alone.why, (DIED,)))
            lost.left.discard(id)
        if not lost.begun:  # the next worker would not get further
            for id in lost.left:
                judged(id, Verdict(Ruling.BROKEN, lost.why, (DIED,)))
            break
        waiting = {id: job for id, job in waiting.items() if id in lost.left}


DIED = Trial(Kind.CONTROL, "control", "", End.DIED)


class _Lost:
    """What a worker left undone: checks it had begun, checks it had not, and why."""

    def __init__(self, jobs: list[Job]) -> None:
        self.left = {job.id for job in jobs}
        self.begun: set[str] = set()
        self.why = ""


def _run_worker(kind: str, preload: Sequence[str], jobs: list[Job], started: Callable[[str], None],
                judged: Callable[[str, Verdict], None]) -> _Lost:
    lost = _Lost(jobs)
    beliefs = any(mutant[3] for job in jobs for mutant in job.mutants)
    worker = SPARES.take(kind, [*preload, *(["hypothesis"] if beliefs else [])])
    process = worker.process
    assert process.stdin and process.stdout
    try:
        with suppress(BrokenPipeError):  # it died at once; its exit says why
            process.stdin.write(json.dumps({"jobs": [job.plain() for job in jobs]}) + "\n")
            process.stdin.close()
        for line in process.stdout:
            fact = json.loads(line)
            if "start" in fact:
                lost.begun.add(fact["start"])
                started(fact["start"])
            else:
                lost.begun.discard(fact["end"])
                lost.left.discard(fact["end"])
                judged(fact["end"], _read_verdict(fact))
        process.wait()
        worker.said.seek(0)
        lines = worker.said.read()[-2000:].decode(errors="replace").strip().splitlines()
    finally:
        worker.end()
    lost.why = f"the worker died with exit code {process.returncode}" + (f": {lines[-1]}" if lines else "")
    return lost


def _read_verdict(fact: Mapping[str, Any]) -> Verdict:
    """What the worker says of one check; what is no report of trials was written by the check itself."""
    try:
        facts = [json.loads(line) for line in fact["lines"].splitlines()]
        return verdict_of([f for f in facts if "done" not in f], fact["ended"])
    except (KeyError, TypeError, ValueError, AttributeError):
        return Verdict(Ruling.BROKEN, "the check wrote into the report of its own trials")


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
