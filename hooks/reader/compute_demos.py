"""What the demos show, computed from the references in a process of its own: NumPy never enters the build's."""

from __future__ import annotations

import json
import platform
import sys
from pathlib import Path
from typing import Any

FOLDERS = ("claims/instruments", "claims/reference")


def code_of(root: Path) -> dict[str, Path]:
    """The files that the values are computed from, by the names of what they define."""
    return {path.stem: path for folder in FOLDERS for path in sorted((root / folder).glob("*.py"))}


class Subjects(dict[str, Any]):
    """References and instruments by name, each loaded when it is asked for: some need packages that are not here."""

    def __init__(self, root: Path) -> None:
        super().__init__()
        self._root, self._code = root, code_of(root)

    def __missing__(self, name: str) -> Any:
        from refutable.loading import load_subject

        self[name] = load_subject(str(self._root), name, self._code[name].relative_to(self._root).as_posix())
        return self[name]


def main(root: Path) -> None:
    """Print what every instrument named `demo_...` makes of the references."""
    import numpy

    subjects = Subjects(root)
    demos = [name for name in code_of(root) if name.startswith("demo_")]
    values = {name.removeprefix("demo_"): subjects[name](subjects) for name in demos}
    if "cases" in values:
        values["cases"]["environment"] = {"python": platform.python_version(), "numpy": numpy.__version__,
                                          "platform": f"{platform.system()} {platform.machine()}"}
    json.dump(_finite(values), sys.stdout, allow_nan=False)


def _finite(value: Any) -> Any:
    """JSON has no word for NaN: undefined numbers become null."""
    if isinstance(value, dict):
        return {name: _finite(v) for name, v in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(v) for v in value]
    return None if value != value else value


if __name__ == "__main__":
    main(Path(sys.argv[1]))
