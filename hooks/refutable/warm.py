"""The worker: one warm process that forks a child for every check. Started by `worker`, spoken to by JSON lines."""

import gc
import importlib
import json
import os
import selectors
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from refutable import child, processes
from refutable.job import Job, from_plain
from refutable.loading import compile_with_imports

_DONE = b'{"done": true}\n'
_MOST_REPORTED = 16 << 20  # bytes of trials and measurements from one check


@dataclass
class Running:
    """A check in its own process, and what has been heard of it."""

    job: Job
    pid: int
    report: int
    output: int
    deadline: float
    lines: bytes = b""
    said: bytes = b""
    stopped: str = ""  # why it was stopped; empty while it runs or if it came to its end
    closed: set[int] = field(default_factory=set)


def main() -> None:
    """Read packages and then jobs from standard input, run them, write facts about them to standard output."""
    out = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    processes.adopt_orphans()
    preload = json.loads(sys.stdin.readline())["preload"]
    for package in preload:
        importlib.import_module(package)
    if not (told := sys.stdin.readline()):  # a spare that nobody needed
        return
    jobs = [from_plain(job) for job in json.loads(told)["jobs"]]
    for root, path in {(job.root, path) for job in jobs for path in job.subjects.values() if path.endswith(".py")}:
        with suppress(SyntaxError, OSError, ValueError):  # whoever uses it will meet it again
            compile_with_imports(root, path, preload)
    tempfile.gettempdir()  # looks for a folder once, by writing to it
    gc.collect()
    gc.freeze()  # a collection in a child would copy every page it looks at

    def tell(fact: dict[str, Any]) -> None:
        line = json.dumps(fact).encode() + b"\n"
        while line:
            line = line[os.write(out, line):]

    Worker(tell).work(jobs)
    os._exit(0)  # to take packages apart again lasts longer than most checks


class Worker:
    """Keeps up to `limits.parallel` checks running until none is left."""

    def __init__(self, tell: Callable[[dict[str, Any]], None]) -> None:
        self._tell = tell
        self._selector = selectors.DefaultSelector()
        self._active: dict[int, Running] = {}
        self._orphans: Counter[int] = Counter()  # processes killed, by the check that had left them

    def work(self, jobs: list[Job]) -> None:
        waiting = list(reversed(jobs))
        while waiting or self._active:
            while waiting and len(self._active) < waiting[-1].limits.parallel:
                self._start(waiting.pop())
            for key, _ in self._selector.select(timeout=0.05):
                self._read(key.data, key.fd)
            for running in list(self._active.values()):
                self._look_after(running)

    def _start(self, job: Job) -> None:
        self._tell({"start": job.id})
        report, report_end = os.pipe()
        output, output_end = os.pipe()
        parent, pid = os.getpid(), os.fork()
        if pid == 0:
            child.live(job, report_end, output_end, parent)
        os.close(report_end)
        os.close(output_end)
        running = Running(job, pid, report, output, time.monotonic() + job.limits.seconds)
        self._active[pid] = running
        for descriptor in (report, output):
            os.set_blocking(descriptor, False)
            self._selector.register(descriptor, selectors.EVENT_READ, running)

    def _read(self, running: Running, descriptor: int) -> None:
        if descriptor in running.closed:
            return
        chunk = os.read(descriptor, 1 << 20)
        if not chunk:
            self._selector.unregister(descriptor)
            running.closed.add(descriptor)
        elif descriptor == running.report:
            running.lines += chunk
            if len(running.lines) > _MOST_REPORTED:
                running.stopped = "reported more than anybody reads"
        else:
            running.said += chunk
            if len(running.said) > running.job.limits.output:
                running.stopped = f"printed more than {running.job.limits.output >> 10} KiB"

    def _look_after(self, running: Running) -> None:
        """Stop a check that is over its limits; take leave of one that has ended."""
        if not running.stopped and time.monotonic() > running.deadline:
            running.stopped = f"did not end within {running.job.limits.seconds:g} s"
        if running.stopped or running.lines.endswith(_DONE):
            processes.kill(running.pid)
            os.waitpid(running.pid, 0)
            self._finish(running, "")
        else:
            pid, code = os.waitpid(running.pid, os.WNOHANG)
            if pid:
                processes.kill(pid)  # its group may live on
                self._finish(running, processes.how_it_died(code))

    def _finish(self, running: Running, died: str) -> None:
        del self._active[running.pid]
        self._orphans.update(processes.kill_orphans(set(self._active)))
        left = self._orphans.pop(processes.signature(running.pid), 0)
        for descriptor in {running.report, running.output} - running.closed:
            with suppress(BlockingIOError):  # what is still in the pipe
                self._read(running, descriptor)
            if descriptor not in running.closed:
                self._selector.unregister(descriptor)
        os.close(running.report)
        os.close(running.output)
        whole = running.lines.endswith(_DONE)
        ended = running.stopped or ("" if whole else died)
        if left and not ended:
            ended = f"left {left} process{'es' if left > 1 else ''} behind"
        self._tell({"end": running.job.id, "lines": running.lines.decode(errors="replace"), "ended": ended})


if __name__ == "__main__":
    main()
