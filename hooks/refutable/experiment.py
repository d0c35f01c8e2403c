"""Experiments: runs too slow for a build, described in the check file and kept as a recording beside it."""

import ast
import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
_JUDGING = ("check", "observe", "figure")  # functions of a check file that only read a recording


@dataclass(frozen=True)
class Experiment:
    """What can be seen of an experiment without running it: the grid's names, the instruments, a digest of its code."""

    grid: tuple[str, ...]
    instruments: tuple[str, ...]
    code: str


def experiment(**grid: Iterable[Any]) -> Callable[[F], F]:
    """Mark the function that makes one run of a recording: `@experiment(arm=("pre", "post"), seed=range(20))`.

    It is called once for every combination, with these values and whatever instruments it asks for by name, and
    returns plain data: numbers, text, lists, dictionaries.
    """

    def mark(function: F) -> F:
        function.__dict__["grid"] = {name: list(values) for name, values in grid.items()}
        return function

    return mark


def outcomes(recording: Mapping[str, Any], **where: Any) -> list[Any]:
    """The outcomes of all runs with these values, in the order of the grid: `outcomes(recording, arm="post")`.

    Raises AssertionError where there is no such run: a check must not pass on an empty list.
    """
    found = [run["outcome"] for run in recording["runs"]
             if all(run["with"][name] == value for name, value in where.items())]
    if not found:
        wanted = ", ".join(f"{name} = {value}" for name, value in where.items())
        raise AssertionError(f"the recording has no run{' with ' if wanted else ''}{wanted}")
    return found


def read_experiment(tree: ast.Module) -> Experiment | None:
    """Find the experiment in the syntax tree of a check file."""
    for node in tree.body:
        for call in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
            if isinstance(node, ast.FunctionDef) and isinstance(call, ast.Call) and _is(call.func, "experiment"):
                grid = tuple(keyword.arg for keyword in call.keywords if keyword.arg)
                names = [a.arg for a in (*node.args.args, *node.args.kwonlyargs)]
                return Experiment(grid, tuple(name for name in names if name not in grid), _digest_of_code(tree))
    return None


def code_digest(*texts: str) -> str:
    """A digest of what the files of an instrument do; comments, layout, docstrings and a `use` by hand do not count."""
    digests = [_digest(_without_words(text)) for text in texts]
    return digests[0] if len(digests) == 1 else _digest(" ".join(digests))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@cache  # several recordings rest on one instrument
def _without_words(text: str) -> str:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):  # reported elsewhere
        return text
    tree.body = [node for node in tree.body if not (isinstance(node, ast.FunctionDef) and node.name == "use")]
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef):
            node.body = _without_docstring(node.body)
    return ast.dump(tree)


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    first = body[0] if body else None
    text = first.value if isinstance(first, ast.Expr) else None
    return body[1:] if isinstance(text, ast.Constant) and isinstance(text.value, str) else body


def _digest_of_code(tree: ast.Module) -> str:
    """All of the file but its docstring, the functions that judge and the mutants; and not the grid: it may grow."""
    read = any(isinstance(n, ast.Name) and n.id == "TABLES" and isinstance(n.ctx, ast.Load) for n in ast.walk(tree))
    kept = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            judges = node.name in _JUDGING or any(isinstance(d, ast.Call) and _is(d.func, "mutant")
                                                  for d in node.decorator_list)
            if not judges:
                kept.append(ast.dump(node.args) + "".join(map(ast.dump, _without_docstring(node.body))))
        elif not isinstance(node, ast.Expr | ast.Import | ast.ImportFrom) and (read or not _describes(node)):
            kept.append(ast.dump(node))
    return _digest("\n".join(kept))


def _is(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _describes(node: ast.stmt) -> bool:
    """Tables show what was recorded, unless the experiment reads them."""
    return isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "TABLES" for t in node.targets)
