"""Worker processes: started when jobs are there, or, for a server, ahead of them.

Importing a framework takes longer than most checks. `refill` starts a worker of every kind that was taken lately, so
that the next edit finds one that has its packages and waits; whoever never calls it starts workers when jobs are there.
"""

import json
import os
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

# One thread a check: they run side by side, and a fork must not inherit a pool of threads.
_ENVIRONMENT = {"PYTHONDONTWRITEBYTECODE": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1",
                "MKL_NUM_THREADS": "1", "VECLIB_MAXIMUM_THREADS": "1", "PYTHONHASHSEED": "0",
                # Frameworks that would ask the machine, or a file in the home folder, what to compute with.
                "JAX_PLATFORMS": "cpu", "KERAS_BACKEND": "numpy",
                "KERAS_HOME": f"{tempfile.gettempdir()}/refutable-keras",
                # Hypothesis keeps notes, even without a database; not in the folder that is judged.
                "HYPOTHESIS_STORAGE_DIRECTORY": f"{tempfile.gettempdir()}/refutable-hypothesis"}
_MOST = 6  # spare workers; each holds its packages in memory


@dataclass(frozen=True)
class Spare:
    """A process that has been told its packages and not yet its jobs; `said` is a file with what it prints."""

    process: subprocess.Popen[str]
    said: IO[bytes]
    made_of: object

    def end(self) -> None:
        assert self.process.stdin and self.process.stdout
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.said):
            with suppress(OSError):  # what it was never told is still in the pipe
                pipe.close()


class Spares:
    """Workers that wait, by kind (`warm` or `together`) and preloaded packages."""

    def __init__(self) -> None:
        self._waiting: dict[tuple[str, ...], Spare] = {}
        self._taken: dict[tuple[str, ...], None] = {}  # since the last refill, in this order

    def take(self, kind: str, preload: Sequence[str]) -> Spare:
        """A worker for one request, which is the caller's to end; raises OSError if no process can be started."""
        key = (kind, *preload)
        self._taken[key] = None
        spare = self._waiting.pop(key, None)
        if spare and spare.process.poll() is None and spare.made_of == _made_of():
            return spare
        if spare:
            spare.end()
        return _start(key)

    def refill(self) -> None:
        """Start what was taken since the last time; the oldest goes if too many wait."""
        wanted = list({**self._waiting, **self._taken})[-_MOST:]
        self._taken.clear()
        for key in self._waiting.keys() - wanted:
            self._waiting.pop(key).end()
        for key in wanted:
            with suppress(OSError):  # the next build starts it, or says why not
                self._waiting[key] = self._waiting.get(key) or _start(key)

    def end(self) -> None:
        while self._waiting:
            self._waiting.popitem()[1].end()


def _start(key: tuple[str, ...]) -> Spare:
    kind, *preload = key
    # What packages say while they are imported goes to a file: a pipe that nobody reads would stop them.
    said = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as the process
    process = subprocess.Popen(
        [sys.executable, "-m", f"refutable.{kind}"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said,
        env={**os.environ, **_ENVIRONMENT}, text=True)
    assert process.stdin
    with suppress(BrokenPipeError):  # it died at once; its exit says why
        process.stdin.write(json.dumps({"preload": preload}) + "\n")
        process.stdin.flush()
    return Spare(process, said, _made_of())


def _made_of() -> object:
    """What tells that a package was installed or the engine edited since a worker imported it."""
    installed = {Path(sysconfig.get_path(kind)) for kind in ("purelib", "platlib")}
    return {path: path.stat().st_mtime_ns for path in (*Path(__file__).parent.glob("*.py"), *installed)}


# A process has one set of them: it is shared by builds, which have nothing else in common while a server runs.
SPARES = Spares()
