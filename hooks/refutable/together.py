"""Checks that share one process, one after another. Started by `worker`, spoken to by JSON lines, as `warm` is.

For frameworks that cannot be forked once they have computed something, since a fork inherits the locks of their threads
and not the threads; and what one compiled for a check serves the next. A check that dies takes the process with it, and
`worker` starts another one for those that were waiting.
"""

import builtins
import importlib
import json
import os
import signal
import sys
import tempfile
from dataclasses import asdict
from typing import Any

import numpy

import refutable
from refutable import compare
from refutable.guard import Guard
from refutable.job import Job, from_plain
from refutable.trial import run_trials
from refutable.verdict import Measurement, Trial


def main() -> None:
    """Read packages and then jobs from standard input, run the controls, write facts about them to standard output."""
    out = os.dup(1)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a check could swallow a KeyboardInterrupt
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    for package in json.loads(sys.stdin.readline())["preload"]:  # before anything is watched: some ask the machine
        importlib.import_module(package)
    if not (told := sys.stdin.readline()):  # a spare that nobody needed
        return
    jobs = [from_plain(job) for job in json.loads(told)["jobs"]]
    tempfile.gettempdir()  # looks for a folder once, by writing to it
    guard = Guard(jobs[0].root, [refutable, compare, builtins, numpy, numpy.linalg, numpy.random])
    guard.install()
    for job in jobs:
        _tell(out, {"start": job.id})
        signal.setitimer(signal.ITIMER_REAL, job.limits.seconds)  # nobody handles it: it ends the process
        lines = _run(job, guard)
        signal.setitimer(signal.ITIMER_REAL, 0)
        _tell(out, {"end": job.id, "lines": "\n".join(map(json.dumps, lines)), "ended": ""})
        guard.forget()
    os._exit(0)  # to take a framework apart again lasts longer than most checks


def _run(job: Job, guard: Guard) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = []
    for fact in run_trials(job, lambda trial: lines.append({"begin": asdict(trial)}), guard):
        if isinstance(fact, (Trial, Measurement)):
            lines.append({type(fact).__name__.lower(): asdict(fact)})
    return lines


def _tell(out: int, fact: dict[str, Any]) -> None:
    line = json.dumps(fact).encode() + b"\n"
    while line:
        line = line[os.write(out, line):]


if __name__ == "__main__":
    main()
