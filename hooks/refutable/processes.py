"""Ending the processes of a check, those that it left behind included."""

import ctypes
import os
import resource
import signal
import sys
from contextlib import suppress
from pathlib import Path

# Of prctl(2), on Linux.
_DEATH_SIGNAL, _SUBREAPER = 1, 36


def adopt_orphans() -> None:
    """From here on, what a check leaves behind becomes a child of this process, on Linux."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)


def die_with(parent: int) -> None:
    """From here on this process is killed when its parent ends, on Linux; it ends now if that has happened already."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def kill(pid: int) -> None:
    """Kill a check and its process group."""
    for end in (os.killpg, os.kill):
        with suppress(ProcessLookupError):
            end(pid, signal.SIGKILL)


def sign() -> None:
    """Mark this process and all that will come of it with its number, on a limit that nothing here ever reaches."""
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_SIGPENDING, (os.getpid(), os.getpid()))


def kill_orphans(active: set[int]) -> list[int]:
    """Kill every child that is not a running check, and what they leave in turn; returns who had signed each."""
    killed = []
    listed = Path(f"/proc/self/task/{os.getpid()}/children")
    while listed.exists():
        orphans = {int(pid) for pid in listed.read_text().split()} - active
        if not orphans:
            break
        for pid in orphans:
            killed.append(resource.prlimit(pid, resource.RLIMIT_SIGPENDING)[0])
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
    return killed


def how_it_died(code: int) -> str:
    """A wait status in words."""
    if os.WIFSIGNALED(code):
        return f"crashed ({signal.Signals(os.WTERMSIG(code)).name})"
    return f"ended the process itself (exit code {os.WEXITSTATUS(code)})"
