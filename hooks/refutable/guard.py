"""What a check may not do to its surroundings, watched from inside its own process.

This contains faults, it is no security sandbox: whoever can merge a check can run code anyway.
"""

import os
import sys
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_CHANGES_PATH = {"os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.truncate", "os.chmod", "os.chown", "os.link",
                 "os.symlink", "shutil.rmtree", "shutil.move", "shutil.copyfile"}
_NETWORK = {"socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo",
            "socket.gethostbyname"}
_PROCESSES = {"os.fork", "os.forkpty", "os.exec", "os.posix_spawn", "os.spawn", "os.system", "subprocess.Popen",
              "pty.spawn"}
_SIGNALS = {"os.kill", "os.killpg"}


def _folder(event: str, arguments: tuple[Any, ...]) -> str:
    """What a path is relative to: the open folder that `rmtree` names by a number, or, empty, the current one."""
    number = arguments[-1] if event in ("os.remove", "os.rmdir", "os.mkdir") else -1
    with suppress(OSError):
        return str(Path(f"/proc/self/fd/{number}").readlink()) if isinstance(number, int) and number >= 0 else ""
    return ""


class Forbidden(BaseException):
    """Not an Exception, so that a check cannot swallow it by accident; the guard remembers it in any case."""


class Guard:
    """Refuses writes, network and processes through Python's audit events, and notices replaced functions."""

    def __init__(self, root: str, watched: Iterable[ModuleType]) -> None:
        self._root = os.path.realpath(root) + os.sep
        self._scratch = os.path.realpath(tempfile.gettempdir()) + os.sep
        self._broken: list[str] = []
        self._before = [(module, dict(vars(module))) for module in watched]

    def install(self) -> None:
        """From here on, for the rest of this process: an audit hook cannot be removed."""
        sys.addaudithook(self._audit)

    def broken_rule(self) -> str:
        """The first rule broken so far, as a sentence; empty if none."""
        for module, before in self._before:
            if not before.items() <= vars(module).items():  # in C; which one it was is worth a loop
                name = next(name for name, value in before.items() if vars(module).get(name) is not value)
                return f"replaced {module.__name__}.{name}; a check may not change what it is judged with"
        return self._broken[0] if self._broken else ""

    def forget(self) -> None:
        """Start afresh, for the next check in the same process."""
        self._broken.clear()

    def _audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            if isinstance(arguments[2], int) and arguments[2] & _WRITING:
                self._refuse_path(arguments[0])
        elif event in _CHANGES_PATH:
            for path in arguments[:2]:
                self._refuse_path(path, _folder(event, arguments))
        elif event in _NETWORK:
            self._refuse("used the network; a check works on what it is handed")
        elif event in _PROCESSES:
            self._refuse("started a process; a check runs in its own")
        elif event in _SIGNALS:
            self._refuse("sent a signal to a process; a check leaves others alone")

    def _refuse_path(self, path: Any, folder: str = "") -> None:
        if not isinstance(path, (str, bytes, os.PathLike)):
            return  # a descriptor that is already open
        real = os.path.realpath(Path(folder, os.fsdecode(path)))
        if real.startswith(self._root):
            self._refuse(f"wrote to {real.removeprefix(self._root)}; a check writes nothing")
        if not (real + os.sep).startswith((self._scratch, "/dev/")):
            self._refuse(f"wrote to {real}, outside the corpus; a check writes nothing")

    def _refuse(self, what: str) -> None:
        self._broken.append(what)
        raise Forbidden(what)
