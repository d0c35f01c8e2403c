"""Runs the trials of one check: control, sabotage, mutants. Lives in a forked child; never imported by a build."""

import copy
import json
import random
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from types import ModuleType
from typing import Any, NoReturn

import numpy as np

from refutable import compare
from refutable.guard import Guard
from refutable.job import Job
from refutable.loading import load_module, load_subject, wrong_version
from refutable.smallest import smallest
from refutable.verdict import Counterexample, End, Kind, Measurement, Trial


class Refused(BaseException):
    """A sabotaged subject was used. Not an Exception, so that a check cannot swallow it by accident."""


class Refusal:
    """Stands for a subject that refuses to work: whatever is done with it raises."""

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise Refused("the sabotaged subject was used")

    __call__ = __getitem__ = __iter__ = __len__ = __contains__ = __getattr__ = __bool__ = __array__ = _refuse


def run_trials(job: Job, begin: Callable[[Trial], None], guard: Guard
               ) -> Iterator[Trial | Measurement | Counterexample | dict[str, Any]]:
    """Run every trial, telling `begin` about each before it starts; yields what happened."""
    control = Trial(Kind.CONTROL, "control", "", End.DIED)
    begin(control)
    failed, loaded = _attempt(control, lambda: _load(job), guard)
    if loaded is None:
        yield failed
        return
    module, subjects = loaded
    alone = bool(job.alone or job.replaced)
    known = [vars(module).get(mutant[0]) for mutant in job.mutants]  # one function may have several names
    unseen = [name for name, value in vars(module).items()
              if "mutates" in getattr(value, "__dict__", ()) and value not in known]
    if unseen and not alone:
        detail = f"`{unseen[0]}` is a mutant that the engine does not see; write @mutant(\"subject\") at the margin"
        yield replace(control, end=End.RAISED, detail=detail)
        return
    again = replace(control, name="the control, repeated")  # told of only if it ends otherwise than the first time
    handed = {name: subjects[name] for name in job.parameters}

    def run(trial: Trial, replace_by: Callable[[], Any] | None = None) -> Trial:
        if trial is not again:
            begin(trial)

        def call() -> None:  # a recording is copied for every trial, since a check may change it
            given = {name: subject if callable(subject) else copy.deepcopy(subject) for name, subject in handed.items()}
            said = module.check(**given | ({trial.subject: replace_by()} if replace_by else {}))
            if said is not None:
                raise TypeError(f"check() returned {type(said).__name__}, and nobody looks at that: it has to assert")

        return _attempt(trial, call, guard)[0]

    with compare.listening() as heard:
        done = run(control)
    yield done
    yield from heard
    if done.end is not End.PASSED or alone:
        return
    for name in job.parameters:
        yield run(Trial(Kind.SABOTAGE, name, name, End.DIED), Refusal)
    wrong = {name: partial(_wrong, job, module, name, subject, lent, subjects.get(subject))
             for name, subject, _, _, lent in job.mutants}
    for name, subject, flaw, _, _ in job.mutants:
        yield run(Trial(Kind.MUTANT, name, subject, End.DIED, flaw=flaw), wrong[name])
    for name, subject, _, belief, _ in job.mutants:
        if belief and callable(subjects.get(subject)):
            begin(replace(control, name=f"the search for a counterexample to {name}"))
            believed = {**subjects, subject: wrong[name]()}
            yield from smallest(name, subject, module, subjects, believed,
                                lambda look: _attempt(control, look, guard)[1])
    repeated = run(again)
    if repeated.end is not End.PASSED:
        yield repeated
    if hasattr(module, "figure"):
        trial, spec = _attempt(replace(control, name="the figure"), lambda: _figure(module, subjects), guard)
        yield spec if trial.end is End.PASSED else trial


def _figure(module: ModuleType, subjects: Mapping[str, Any]) -> dict[str, Any]:
    """What is to be drawn, as JSON will carry it."""
    return dict(json.loads(json.dumps(module.figure(subjects["recording"]))))


def _load(job: Job) -> tuple[ModuleType, dict[str, Any]]:
    subjects = {name: load_subject(job.root, name, path) for name, path in job.subjects.items()
                if name not in job.replaced}
    subjects |= {name: _stand_in(name, source) for name, source in job.replaced.items()}
    return load_module(job.root, job.check), subjects


@cache  # where checks share a process, what a framework compiled for one serves the next
def _stand_in(name: str, source: str) -> Any:
    """The function of that name in a source that is in no file."""
    module = ModuleType(name)
    exec(compile(source, f"stand-in for {name}", "exec"), module.__dict__)
    return getattr(module, name)


def _wrong(job: Job, module: ModuleType, name: str, replaced: str, lent: bool, subject: Any) -> Any:
    """A mutant of a function takes its place; a mutant of a recording falsifies a copy of it."""
    mutant = wrong_version(job.root, job.subjects[replaced], name) if lent else vars(module)[name]
    return mutant if callable(subject) else mutant(copy.deepcopy(subject))


def _attempt(trial: Trial, action: Callable[[], Any], guard: Guard) -> tuple[Trial, Any]:
    """The only place that catches whatever foreign code raises."""
    np.random.seed(0)
    random.seed(0)
    value = None
    try:
        value = action()
        end, detail = End.PASSED, ""
    except AssertionError as error:
        end, detail = End.FAILED, " ".join(str(error).split())[:500] or f"an assertion failed{_where(error)}"
    except BaseException as error:
        text = " ".join(str(error).split())[:300]
        end, detail = End.RAISED, f"{type(error).__name__}{': ' if text else ''}{text}{_where(error)}"
    broken = guard.broken_rule()
    if broken:
        end, detail, value = End.RAISED, broken, None
    return replace(trial, end=end, detail=detail), value


def _where(error: BaseException) -> str:
    """The innermost line of the corpus in the traceback; its files were compiled under their relative paths."""
    if isinstance(error, SyntaxError) and error.filename:
        return f" ({error.filename}:{error.lineno})"
    places = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    ours = [place for place in places if not place[0].startswith(("/", "<"))]
    return f" ({ours[-1][0]}:{ours[-1][1]})" if ours else ""
