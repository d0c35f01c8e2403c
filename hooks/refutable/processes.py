"""Ending the processes of a check, those that it left behind included."""

import ctypes
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER of prctl(2)


def adopt_orphans() -> None:
    """From here on, what a check leaves behind becomes a child of this process, on Linux."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)


def kill(pid: int) -> None:
    """Kill a check and its process group."""
    for end in (os.killpg, os.kill):
        with suppress(ProcessLookupError):
            end(pid, signal.SIGKILL)


def kill_orphans(active: set[int]) -> int:
    """Kill every child that is not a running check, and what they leave in turn; returns how many there were."""
    killed = 0
    listed = Path(f"/proc/self/task/{os.getpid()}/children")
    while listed.exists():
        orphans = {int(pid) for pid in listed.read_text().split()} - active
        if not orphans:
            break
        for pid in orphans:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            killed += 1
    return killed


def how_it_died(code: int) -> str:
    """A wait status in words."""
    if os.WIFSIGNALED(code):
        return f"crashed ({signal.Signals(os.WTERMSIG(code)).name})"
    return f"ended the process itself (exit code {os.WEXITSTATUS(code)})"
