"""Imports point inwards: what decides is pure, and what touches the world is at the edge."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from refutable.fingerprint import ENGINE

HOOKS = Path(__file__).parent.parent / "hooks"
FILES = {path.relative_to(HOOKS / "refutable").with_suffix("").as_posix(): path
         for path in (HOOKS / "refutable").rglob("*.py")}

# What touches the world. Everything else is the core, a new module too: the same arguments, the same answer.
SHELL = {"__init__", "__main__", "blindspots", "child", "examine", "fingerprint", "guard", "history",
         "implementations", "job", "judge", "library", "loading", "memory", "processes", "progress",
         "recording", "smallest", "spares", "strays", "together", "trial", "warm", "worker",
         *(name for name in FILES if name.startswith("commands/"))}
CORE = set(FILES) - SHELL

# What the core may import besides itself: nothing that knows of files, processes, the clock or the generator.
PURE = {"ast", "collections", "contextlib", "dataclasses", "difflib", "enum", "functools", "hashlib", "html",
        "itertools", "json", "math", "re", "statistics", "typing", "yaml", "markdown", "markupsafe", "jinja2",
        "pygments"}
ALSO = {
    "compare": {"numpy", "contextvars"},
    "rules/checks": {"sys"},  # for the names of the standard library
    "form": {"datetime"},  # to read a date; the test below sees that it does not ask for today's
}
# The rules look at a whole knowledge base, and need the type that holds it; reading it is the shell's.
TYPES_OF_THE_SHELL = {"refutable.library.Corpus", "refutable.library.Entry"}


def imports(tree: ast.AST) -> Iterator[str]:
    """Every name that is imported anywhere in a module, as `package.module.name`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def module_of(name: str) -> str:
    """The file of the engine that `refutable.x.y` is in, as a key of FILES."""
    parts = name.split(".")[1:]
    for end in range(len(parts), -1, -1):
        for stem in ("/".join(parts[:end]), "/".join([*parts[:end], "__init__"])):
            if stem in FILES:
                return stem
    raise AssertionError(f"{name} is nowhere")


def test_the_shell_is_there_and_what_decides_is_not_in_it():
    assert set(FILES) >= SHELL
    assert {"record", "check", "verdict", "ruling", "status", "stamp", "page", "verify"} <= CORE


@pytest.mark.parametrize("name", sorted(CORE))
def test_the_core_imports_only_the_core(name: str):
    for imported in imports(parsed(FILES[name])):
        package = imported.split(".")[0]
        if package != "refutable":
            assert package in PURE | ALSO.get(name, set()), f"{name} imports {imported}"
        elif not (name.startswith("rules/") and imported in TYPES_OF_THE_SHELL):
            assert module_of(imported) in CORE, f"{name} imports {imported}"


@pytest.mark.parametrize("name", sorted(CORE))
def test_the_core_does_not_touch_the_world(name: str):
    """Without an import: the files that `open` opens, what `print` prints, and the date of today."""
    for node in ast.walk(parsed(FILES[name])):
        if isinstance(node, ast.Name):
            assert node.id not in {"open", "print", "input", "exec", "eval", "__import__"}, (name, node.lineno)
        if isinstance(node, ast.Attribute):
            assert node.attr not in {"today", "now", "read_text", "write_text"}, (name, node.lineno)


def test_only_hooks_know_the_generator():
    """A file beside the engine that imports MkDocs answers to one of its events; the engine imports it nowhere."""
    knowing = {path.name: parsed(path) for path in HOOKS.glob("*.py")
               if any(i.startswith("mkdocs") for i in imports(parsed(path)))}
    assert set(knowing) >= {"stamp_claims.py", "render_math.py", "repair_theme.py"}
    for name, tree in knowing.items():
        assert [f for f in tree.body if isinstance(f, ast.FunctionDef) and f.name.startswith("on_")], name
    for path in FILES.values():
        assert not [i for i in imports(parsed(path)) if i.startswith(("mkdocs", "material"))], path


def test_frameworks_are_imported_nowhere():
    """They cost seconds and memory, and belong into a worker that needs them."""
    for path in HOOKS.rglob("*.py"):
        slow = {"torch", "jax", "flax", "keras", "tensorflow", "transformers"}
        assert not {i.split(".")[0] for i in imports(parsed(path))} & slow, path


def loaded_by(statement: str) -> set[str]:
    code = f"{statement}; import sys, json; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout))


def test_whatever_judges_is_in_the_fingerprint():
    """The worker, and what makes verdicts of its report; no name is there in vain."""
    modules = loaded_by("import refutable.warm, refutable.together, refutable.worker")
    loaded = {module_of(m) for m in modules if m.startswith("refutable")}
    assert set(ENGINE) == loaded


def test_a_build_loads_neither_numpy_nor_the_trials():
    """They cost the reader of a warm build a quarter of a second."""
    loaded = loaded_by("import refutable.examine, refutable.page, refutable.progress, refutable.__main__")
    assert not loaded & {"numpy", "hypothesis", "mkdocs", "refutable.trial", "refutable.child", "refutable.warm"}


@pytest.mark.parametrize("name", sorted(FILES))
def test_files_are_short(name: str):
    assert len(FILES[name].read_text(encoding="utf-8").splitlines()) <= 150


# The listener of comparisons: set and reset around one trial.
STATE = {("compare", "_listener")}
CHANGES = {"append", "extend", "insert", "add", "update", "setdefault", "pop", "popitem", "remove", "discard", "clear",
           "sort", "reverse"}


def state(tree: ast.Module) -> Iterator[str]:
    """Names at the level of a module that are no constants, and constants that something changes."""
    own = {}
    for node in tree.body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            own |= {target.id: node.value for target in targets if isinstance(target, ast.Name)}
    types = {id for id, value in own.items() if isinstance(value, ast.BinOp) and isinstance(value.op, ast.BitOr)}
    yield from (id for id in own if not re.fullmatch(r"_?[A-Z][A-Z_]*|__all__", id) and id not in types)
    for node in ast.walk(tree):
        changed: list[ast.expr] = []
        if isinstance(node, ast.Global):
            yield from node.names
        elif isinstance(node, (ast.Assign, ast.AugAssign, ast.Delete)):
            targets = [node.target] if isinstance(node, ast.AugAssign) else node.targets
            changed = [target.value for target in targets if isinstance(target, (ast.Subscript, ast.Attribute))]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
            changed = [node.func.value]
        yield from (name.id for name in changed if isinstance(name, ast.Name) and name.id in own)


@pytest.mark.parametrize("name", sorted(FILES))
def test_no_module_keeps_state(name: str):
    assert {(name, id) for id in state(parsed(FILES[name]))} <= STATE


@pytest.mark.parametrize("bad", [
    "seen = []", "SEEN = {}\n\ndef f():\n    SEEN['a'] = 1", "SEEN = set()\n\ndef f():\n    SEEN.add(1)",
    "COUNT = 0\n\ndef f():\n    global COUNT\n    COUNT = 1", "SEEN = {}\n\ndef f():\n    del SEEN['a']"])
def test_state_is_seen(bad: str):
    assert list(state(ast.parse(bad)))
