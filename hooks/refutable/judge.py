"""Judging a corpus: what is remembered is recalled, what cannot run is skipped, the rest goes to the workers."""

import datetime
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from refutable.check import DRAWN
from refutable.fingerprint import Surroundings, changed_parts, fingerprint, packages_of
from refutable.job import Job, Limits
from refutable.library import Corpus, Entry, subject_paths
from refutable.memory import Remembered, recall, remember
from refutable.recording import staleness
from refutable.verdict import End, Ruling, Verdict
from refutable.worker import run_jobs


class Progress:
    """Told how many checks will run, which one starts, and when one has ended; this one keeps it to itself."""

    def total(self, count: int) -> None: ...
    def started(self, id: str) -> None: ...
    def ended(self, id: str) -> None: ...


@dataclass(frozen=True)
class Judgement:
    """A verdict, when it was reached, and why it was or was not reached anew."""

    verdict: Verdict
    when: str
    why: str
    ran: bool = False


def judge(corpus: Corpus, progress: Progress, ids: Iterable[str] | None = None, limits: Limits | None = None,
          again: bool = False) -> dict[str, Judgement]:
    """Judge the claims `ids`, or all; a claim whose files cannot be read is broken, and says so."""
    around = Surroundings(corpus.root)
    limits = limits or usual_limits()
    tasks: dict[str, Task | Verdict] = {}
    for id in corpus.entries if ids is None else ids:
        entry = corpus.entries[id]
        job = plan(corpus, entry, around, limits)
        tasks[id] = job if isinstance(job, Verdict) else task(entry, job, around)
    return settle(corpus.root, tasks, progress, again)


def usual_limits() -> Limits:
    """As many checks side by side as this process may use processors."""
    if hasattr(os, "sched_getaffinity"):
        return Limits(parallel=max(1, len(os.sched_getaffinity(0))))
    return Limits(parallel=os.cpu_count() or 1)


@dataclass(frozen=True)
class Task:
    """A job, its fingerprint, and the environment that it is judged in."""

    job: Job
    parts: Mapping[str, str]
    environment: Mapping[str, str]


def task(entry: Entry, job: Job, around: Surroundings) -> Task:
    return Task(job, fingerprint(entry, job, around), around.environment(packages_of(entry, job, around)))


def settle(root: Path, tasks: Mapping[str, Task | Verdict], progress: Progress, again: bool) -> dict[str, Judgement]:
    """Recall what is remembered and run the rest; what is a verdict already stays as it is."""
    found: dict[str, Judgement] = {}
    jobs: dict[str, Job] = {}
    for id, task in tasks.items():
        if isinstance(task, Verdict):
            found[id] = Judgement(task, "", task.reason)
            continue
        known = None if again else recall(root, id)
        if known and known.parts == task.parts:
            found[id] = Judgement(known.verdict, known.when, f"remembered from {known.when}; nothing has changed since")
        else:
            jobs[id] = replace(task.job, id=id)
            found[id] = Judgement(Verdict(Ruling.BROKEN, "never judged"), "", _why(known, task.parts, again))

    def judged(id: str, verdict: Verdict) -> None:
        now = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")
        task = tasks[id]
        assert isinstance(task, Task)
        verdict = replace(verdict, environment=task.environment)
        died = any(trial.end is End.DIED for trial in verdict.trials)  # the machine may have been busy
        forgotten = "" if died or _edited(root, task) else remember(root, id, Remembered(task.parts, verdict, now))
        found[id] = Judgement(verdict, now, found[id].why + forgotten, ran=True)
        progress.ended(id)

    if jobs:
        progress.total(len(jobs))
        run_jobs(jobs.values(), progress.started, judged)
    return found


def _edited(root: Path, task: Task) -> bool:
    """Whether a file was saved while it was judged: nobody knows which of the two texts the verdict is about."""
    now = Surroundings(root)
    files = {now.file(path) for path in (task.job.check, *task.job.subjects.values())}
    return not files <= set(task.parts.values())


def plan(corpus: Corpus, entry: Entry, around: Surroundings, limits: Limits) -> Job | Verdict:
    """The job of a claim, or the verdict that can be given without running anything."""
    check = entry.check
    if check is None:
        return Verdict(Ruling.BROKEN, str(entry.problems[0]) if entry.problems else "there is no check")
    names = dict.fromkeys([*check.subjects, *(name for name in check.observed if name not in DRAWN)])
    paths = subject_paths(corpus, entry, names)
    if "recording" in names and "recording" not in paths:
        return Verdict(Ruling.SKIPPED, f"not recorded yet; run `refutable record {entry.id}`")
    for name in names:
        if name not in paths:
            return Verdict(Ruling.BROKEN, f"{entry.check_path}: nothing is called `{name}` in claims/reference/ or "
                                          "claims/instruments/")
    stale = staleness(corpus, entry) if "recording" in paths else ""
    if stale:
        return Verdict(Ruling.SKIPPED, stale)
    requires = entry.claim.requires if entry.claim else ()
    missing = [package for package in requires if around.version(package) is None]
    if missing:
        return Verdict(Ruling.SKIPPED, f"needs {', '.join(missing)}, not installed here")
    return Job(entry.id, str(corpus.root), entry.check_path, check.subjects, check.observed, paths,
               [(m.name, m.subject, m.flaw, m.belief, m.lent) for m in check.mutants], requires, limits=limits)


def explain(corpus: Corpus, entry: Entry, limits: Limits) -> str:
    """Why the next run would, or would not, judge this claim anew."""
    around = Surroundings(corpus.root)
    job = plan(corpus, entry, around, limits)
    if isinstance(job, Verdict):
        return f"will not run: {job.reason}"
    known, parts = recall(corpus.root, entry.id), fingerprint(entry, job, around)
    if known and known.parts == parts:
        return f"will not run: remembered from {known.when}; nothing has changed since"
    return f"will run: {_why(known, parts, False)}"


def _why(known: Remembered | None, parts: Mapping[str, str], again: bool) -> str:
    if again:
        return "asked to judge again"
    return "never judged here" if known is None else f"changed: {', '.join(changed_parts(known.parts, parts))}"

