"""Judges other people's implementations by the checks of our claims: the control alone, one process a framework."""

import hashlib
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from refutable.agreement import (
    FILE,
    Agreement,
    Outcome,
    largest_difference,
    outcome_of,
    precision_of,
    read_disagreements,
    rounded,
    unknown_claims,
)
from refutable.fingerprint import Surroundings
from refutable.job import Job, Limits
from refutable.judge import Judgement, Progress, Task, plan, settle, task, usual_limits
from refutable.library import Corpus
from refutable.problem import Problem
from refutable.verdict import Ruling, Verdict
from refutable.worker import run_jobs

_DOUBLE = "float64"  # what the checks compute in


@dataclass(frozen=True)
class Framework:
    """A folder below claims/implementations/, called as the package that is judged."""

    name: str
    version: str
    paths: Mapping[str, str]  # name of the subject -> path
    missing: tuple[str, ...]  # packages that its files import and that are not installed
    why: Mapping[str, tuple[str, ...]]  # claim -> the claims that say why this framework disagrees with it
    problems: tuple[Problem, ...] = ()


def judge_implementations(corpus: Corpus, progress: Progress, holding: Mapping[str, Verdict],
                          limits: Limits | None = None, again: bool = False
                          ) -> tuple[dict[str, tuple[Agreement, ...]], list[Problem]]:
    """Judge the claims that hold with every framework that has one of their subjects.

    Claims that require packages are left out: they are about released software and judge it themselves.
    """
    around, limits = Surroundings(corpus.root), limits or usual_limits()
    frameworks = [_framework(corpus, name, around) for name in corpus.implementations]
    jobs = {id: job for id in holding
            if isinstance(job := plan(corpus, corpus.entries[id], around, limits), Job) and not job.preload}
    pairs = [(f, job) for f in frameworks for job in jobs.values() if set(job.parameters) & set(f.paths)]
    tasks: dict[str, Task | Verdict] = {}
    for f, job in pairs:
        if f.missing:
            reason = f"needs {', '.join(f.missing)}, not installed here"
            tasks[f"{f.name}.{job.id}"] = Verdict(Ruling.SKIPPED, reason)
            continue
        names = [name for name in job.parameters if name in f.paths]
        theirs = {name: f.paths[name] for name in names}
        tasks[f"{f.name}.{job.id}"] = _task(corpus, job, theirs, {n: corpus.text(p) for n, p in theirs.items()},
                                            f.name, around)
        dtype = _precision(corpus, f, names)
        if dtype != _DOUBLE:
            ours = {name: rounded(name, corpus.text(corpus.subjects[name]), dtype) for name in names}
            tasks[f"{f.name}-{dtype}.{job.id}"] = _task(corpus, job, {}, ours, f.name, around)
    found = settle(corpus.root, tasks, progress, again)
    agreements: dict[str, tuple[Agreement, ...]] = {}
    for f, job in pairs:
        agreements[job.id] = (*agreements.get(job.id, ()), _agreement(corpus, f, job, found, holding[job.id]))
    return agreements, [problem for f in frameworks for problem in f.problems]


def judge_with(corpus: Corpus, progress: Progress, holding: Mapping[str, Verdict], stand_ins: Mapping[str, str]
               ) -> dict[str, tuple[Outcome, str, float | None]]:
    """Judge claims that hold with functions from anywhere; `stand_ins`: their addresses, `module:function`, by name."""
    around, limits = Surroundings(corpus.root), usual_limits()
    found: dict[str, tuple[Outcome, str, float | None]] = {}
    jobs: dict[str, Job] = {}
    for id in holding:
        job = plan(corpus, corpus.entries[id], around, limits)
        if isinstance(job, Job):
            sources = {name: _imported(name, address) for name, address in stand_ins.items() if name in job.parameters}
            modules = tuple(dict.fromkeys(address.partition(":")[0] for address in stand_ins.values()))
            jobs[id] = replace(job, mutants=(), observed=(), replaced=sources, together="elsewhere", preload=modules)
        else:
            found[id] = (Outcome.NOT_RUN, job.reason, None)

    def judged(id: str, verdict: Verdict) -> None:
        found[id] = (*outcome_of(verdict, holding[id]), largest_difference(verdict, holding[id]))
        progress.ended(id)

    progress.total(len(jobs))
    run_jobs(jobs.values(), progress.started, judged)
    return found


def _imported(name: str, address: str) -> str:
    module, _, attribute = address.partition(":")
    return f"import {module}\n\n{name} = {module}.{attribute}\n"


def _framework(corpus: Corpus, name: str, around: Surroundings) -> Framework:
    paths = corpus.implementations[name]
    needed = {name, *(package for path in paths.values() for package in around.imports(path))}
    missing = tuple(sorted(p for p in needed - set(sys.stdlib_module_names) if around.version(p) is None))
    path = f"claims/implementations/{name}/{FILE}"
    explained, problems = read_disagreements(corpus.text(path), path) if (corpus.root / path).is_file() else ({}, [])
    problems += unknown_claims(explained, path, corpus.entries)
    why: dict[str, tuple[str, ...]] = {}
    for explaining, listed in explained.items():
        for id in listed:
            why[id] = (*why.get(id, ()), explaining)
    return Framework(name, around.version(name) or "", paths, missing, why, tuple(problems))


def _task(corpus: Corpus, job: Job, paths: Mapping[str, str], sources: Mapping[str, str], together: str,
          around: Surroundings) -> Task:
    """The control of a job with `sources` in the place of its subjects; `paths` are their files, if they have any."""
    changed = replace(job, subjects={**job.subjects, **paths}, mutants=(), observed=(), replaced=dict(sources),
                      together=together, preload=(together,))
    made = task(corpus.entries[job.id], changed, around)
    digest = hashlib.sha256("\n".join(sources[name] for name in sorted(sources)).encode()).hexdigest()
    return replace(made, parts={**made.parts, "stand-ins": digest})


def _precision(corpus: Corpus, framework: Framework, names: Iterable[str]) -> str:
    """The coarsest that is named."""
    named = {precision_of(corpus.text(framework.paths[name])) for name in names}
    return next((dtype for dtype in ("float16", "float32") if dtype in named), _DOUBLE)


def _agreement(corpus: Corpus, f: Framework, job: Job, found: Mapping[str, Judgement], exact: Verdict) -> Agreement:
    names = tuple(name for name in job.parameters if name in f.paths)
    dtype, verdict = _precision(corpus, f, names), found[f"{f.name}.{job.id}"].verdict
    ours = found.get(f"{f.name}-{dtype}.{job.id}")
    outcome, detail = outcome_of(verdict, exact, ours.verdict if ours else None)
    return Agreement(f.name, f.version, names, dtype, outcome, detail, largest_difference(verdict, exact),
                     f.why.get(job.id, ()) if outcome is Outcome.FAILS else ())
