"""Executing the files of a corpus: checks, subjects and recordings, in the process that runs them."""

import ast
import importlib
import json
import linecache
import sys
import zlib
from collections.abc import Collection
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any


@cache
def compiled(root: str, path: str) -> tuple[str, CodeType]:
    """Source and code of a file of the corpus. The worker compiles before it forks, so that no check does it again."""
    source = Path(root, path).read_text(encoding="utf-8")
    return source, compile(source, path, "exec")


def load_module(root: str, path: str) -> ModuleType:
    """Execute a file of the corpus in a module of its own, unknown to `sys.modules` unless it is that of a folder."""
    source, code = compiled(root, path)
    module = ModuleType(Path(path).stem.replace("-", "_"))
    module.__file__ = str(Path(root, path))
    if Path(path).name == "__init__.py":  # its files import each other
        folder = Path(root, path).parent
        module.__name__ = module.__package__ = _package(folder)
        module.__path__ = [str(folder)]
        sys.modules[module.__name__] = module
    linecache.cache[path] = (len(source), None, source.splitlines(keepends=True), path)
    exec(code, module.__dict__)
    return module


def compile_with_imports(root: str, path: str, packages: Collection[str]) -> None:
    """Compile a subject, and import the modules inside these packages that its files import, wherever they do."""
    compiled(root, path)
    file = Path(root, path)
    for source in sorted(file.parent.rglob("*.py")) if file.name == "__init__.py" else [file]:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and "." in (node.module or "") \
                    and str(node.module).split(".")[0] in packages:
                with suppress(Exception):  # foreign code, which the check will meet again
                    importlib.import_module(str(node.module))


def wrong_version(root: str, path: str, name: str) -> Any:
    """The function of that name in `wrong.py` beside the `__init__.py` of a subject that has been loaded."""
    return getattr(importlib.import_module(f"{_package(Path(root, path).parent)}.wrong"), name)


def _package(folder: Path) -> str:
    """A name that no other corpus has."""
    return f"{folder.name}_{zlib.crc32(str(folder).encode()):x}"


def load_subject(root: str, name: str, path: str) -> Any:
    """A recording as parsed JSON, or the function that is named as its file."""
    if path.endswith(".json"):
        return json.loads(Path(root, path).read_text(encoding="utf-8"))
    return getattr(load_module(root, path), name)
