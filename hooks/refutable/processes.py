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


def signature(pid: int) -> int:
    """The mark of a process: its number, within what the limit that carries it may be lowered to."""
    most = resource.getrlimit(resource.RLIMIT_SIGPENDING)[1] if sys.platform == "linux" else resource.RLIM_INFINITY
    return pid if most == resource.RLIM_INFINITY or pid <= most else pid % (most + 1)


def sign() -> None:
    """Mark this process and all that comes of it, on a limit that is inherited and matters to no check."""
    if sys.platform == "linux":
        mark = signature(os.getpid())
        resource.setrlimit(resource.RLIMIT_SIGPENDING, (mark, mark))


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
