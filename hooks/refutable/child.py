"""One check in a process of its own: what a fork of the worker does from birth to exit."""

import builtins
import json
import os
import resource
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any, NoReturn

import numpy
import numpy.linalg
import numpy.ma
import numpy.random  # NumPy imports all three late, and then every fork would

import refutable
from refutable import compare, processes
from refutable.guard import Guard
from refutable.job import Job
from refutable.trial import run_trials
from refutable.verdict import Measurement, Trial


def live(job: Job, report: int, output: int, parent: int) -> NoReturn:
    """Run the trials, write a JSON line about each to `report`, and leave without anybody's exit handlers."""
    os.setsid()
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.closerange(3, report)  # what the worker has open is none of a check's business
    os.closerange(report + 1, 1024)
    processes.die_with(parent)
    processes.sign()
    _limit_memory(job.limits.memory)

    def tell(kind: str, fact: Any) -> None:
        line = json.dumps({kind: fact}, ensure_ascii=False)
        os.write(report, line.encode("utf-8", "replace") + b"\n")  # a check may say what UTF-8 cannot

    guard = Guard(job.root, [refutable, compare, builtins, numpy, numpy.linalg, numpy.random])
    guard.install()
    for fact in run_trials(job, lambda trial: tell("begin", asdict(trial)), guard):
        kind = {Trial: "trial", Measurement: "measurement", dict: "figure"}.get(type(fact), "counterexample")
        tell(kind, fact if isinstance(fact, dict) else asdict(fact))
    tell("done", True)
    os._exit(0)


def _limit_memory(more: int) -> None:
    """Allow `more` bytes of address space beyond what the worker has mapped already; Linux alone enforces this."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + more,) * 2)
