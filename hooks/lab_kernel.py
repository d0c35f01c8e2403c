"""The kernel that runs the cells of a lab: its environment, and which cell an error of it came from."""

import json
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from nbclient.exceptions import CellExecutionError

# Seconds are for one cell, on the slowest machine; over TCP the kernel would complain that nobody encrypts.
NBCONVERT = {"NotebookClient": {"timeout": 120}, "ConnectionFileMixin": {"transport": "ipc"}}
# A kernel that is shut down while it answers logs the traceback of a closed socket, beside what the cell really did.
KERNEL = 'import logging\n\nlogging.getLogger("tornado.general").disabled = True\n'


@contextmanager
def environment(cache: Path, folder: Path) -> Iterator[None]:
    """The environment of a kernel: nobody's settings but these, and no compiled files where `serve` watches."""
    profile = cache / "ipython" / "profile_default"
    profile.mkdir(parents=True, exist_ok=True)
    (profile / "ipython_kernel_config.py").write_text(KERNEL, encoding="utf-8")
    (cache / "jupyter_nbconvert_config.json").write_text(json.dumps(NBCONVERT), encoding="utf-8")
    before = dict(os.environ)
    os.environ |= {"JUPYTER_CONFIG_DIR": str(cache), "IPYTHONDIR": str(cache / "ipython"), "OMP_NUM_THREADS": "1",
                   "PYTHONPATH": os.pathsep.join([str(folder), *filter(None, [before.get("PYTHONPATH")])]),
                   "PYTHONDONTWRITEBYTECODE": "1", "PYTHONOPTIMIZE": ""}
    try:
        yield
    finally:
        os.environ.clear()
        os.environ |= before


def blame(path: str, cells: Iterable[re.Match[str]], error: Exception) -> str:
    """`path:line: cell: what`, as far as it can be told."""
    said = re.sub(r"\x1b\[[\d;]*m", "", str(error))
    what = said.split("\n")[0]
    if isinstance(error, CellExecutionError):
        what = f"{error.ename}: {error.evalue}".removesuffix(": ").replace("AssertionError", "an assertion failed")
    for number, cell in enumerate(cells, 1):
        if cell[2].strip() in said:
            inside = re.search(rf"Cell In\[{number}\], line (\d+)", said)
            line = cell.string.count("\n", 0, cell.start()) + 1 + int(inside[1] if inside else 0)
            return f"{path}:{line}: cell {number}: {what}"
    return f"{path}:1: {what}"
