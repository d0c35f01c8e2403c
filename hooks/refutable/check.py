"""Check: what can be known of a check file without running it."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from refutable.experiment import Experiment, read_experiment
from refutable.problem import Problem

# What `observe` may ask for besides subjects, when the engine looks for a counterexample.
DRAWN = ("x", "tokens", "n", "a")


@dataclass(frozen=True)
class Mutant:
    name: str
    subject: str
    flaw: str
    belief: bool
    line: int
    lent: bool = False  # the subject's folder has it, in wrong.py; its flaw is known once that is read


@dataclass(frozen=True)
class Check:
    """`subjects` are the parameters of `check`; `observed` those of `observe`, if there is one."""

    path: str
    summary: str
    subjects: tuple[str, ...]
    mutants: tuple[Mutant, ...]
    imports: tuple[str, ...]  # top-level names of the packages imported
    observed: tuple[str, ...] = ()
    experiment: Experiment | None = None


@cache  # `serve` reads the same texts again and again
def read_check(text: str, path: str) -> tuple[Check | None, tuple[Problem, ...]]:
    """Find check, mutants and imports in the source of a check file."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        return None, (Problem(path, line, f"this is not Python: {getattr(error, 'msg', error)}", "correct the syntax"),)
    except (RecursionError, MemoryError):
        return None, (Problem(path, 1, "an expression is too long for Python", "write it as a loop"),)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    by_name = {node.name: node for node in functions}
    if "check" not in by_name:
        return None, (_no_check(tree, path),)
    if any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in _own_nodes(by_name["check"])):
        what = "`check` is a generator, so that nothing in it runs"
        return None, (Problem(path, by_name["check"].lineno, what, "assert without `yield`"),)
    found = list(_mutants(tree, path))
    problems = [problem for problem in found if isinstance(problem, Problem)]
    mutants = tuple(mutant for mutant in found if isinstance(mutant, Mutant))
    check = Check(
        path, ast.get_docstring(tree) or "", _parameters(by_name["check"]), mutants, imported(tree),
        _parameters(by_name["observe"]) if "observe" in by_name else (), read_experiment(tree),
    )
    if not check.summary:
        problems.append(Problem(path, 1, "the check has no docstring", "say in one sentence what it does"))
    return check, tuple(problems)


def _no_check(tree: ast.Module, path: str) -> Problem:
    todo = "write `def check(subject, ...):`"
    for node in tree.body:
        if isinstance(node, ast.AsyncFunctionDef) and node.name == "check":
            return Problem(path, node.lineno, "`check` is asynchronous, so that nothing in it runs", todo)
    return Problem(path, 1, "there is no function `check`", todo)


def _own_nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """What is in a function, without the functions in it."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        yield (node := waiting.pop())
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            waiting += ast.iter_child_nodes(node)


def imported(tree: ast.Module) -> tuple[str, ...]:
    """Top-level package names imported anywhere in a module; a relative import counts as `.`."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names.add("." if node.level else (node.module or "").split(".")[0])
    return tuple(sorted(names))


@cache
def imports_of(text: str) -> tuple[str, ...]:
    """The packages that a source imports; none if it is not Python, which is reported elsewhere."""
    try:
        return imported(ast.parse(text))
    except (SyntaxError, ValueError):
        return ()


def _parameters(node: ast.FunctionDef) -> tuple[str, ...]:
    arguments = node.args
    return tuple(a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs))


def _mutants(tree: ast.Module, path: str) -> Iterator[Mutant | Problem]:
    """Functions marked `@mutant("subject")`, and statements `mutant("subject", "name")`; another form is a problem."""
    seen: set[ast.expr] = set()
    for node in tree.body:
        marks = node.decorator_list if isinstance(node, ast.FunctionDef) else [getattr(node, "value", None)]
        for mark in (mark for mark in marks if mark is not None and _is_mutant(mark)):
            seen.add(mark)
            names, belief = _said(mark)
            if isinstance(node, ast.FunctionDef):
                yield Mutant(node.name, names[0], words(node), belief, node.lineno) if len(names) == 1 else Problem(
                    path, node.lineno, f"mutant `{node.name}` names no subject", 'write @mutant("subject")')
            elif isinstance(node, ast.Expr) and len(names) == 2:
                yield Mutant(names[1], names[0], "", belief, node.lineno, lent=True)
            else:
                yield Problem(path, node.lineno, "a mutant without a function",
                              'write mutant("subject", "name of a function in its wrong.py")')
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and _is_mutant(call) and call not in seen:
            yield Problem(path, call.lineno, "a mutant that is not seen",
                          "write `@mutant(\"subject\")` above a `def` at the margin, once for each")


def _is_mutant(mark: ast.expr) -> bool:
    """Whether this is `mutant(...)`, `refutable.mutant(...)`, or either without its parentheses."""
    name = mark.func if isinstance(mark, ast.Call) else mark
    return getattr(name, "id", getattr(name, "attr", "")) == "mutant"


def _said(mark: ast.expr) -> tuple[list[str], bool]:
    """The texts that a mark is called with, if it is called with nothing else, and whether it marks a belief."""
    if not isinstance(mark, ast.Call):
        return [], False
    values = [argument.value for argument in mark.args if isinstance(argument, ast.Constant)]
    texts = [value for value in values if isinstance(value, str)]
    belief = any(k.arg == "belief" and isinstance(k.value, ast.Constant) and k.value.value is True
                 for k in mark.keywords)
    return (texts if len(texts) == len(mark.args) else []), belief


def words(node: ast.FunctionDef) -> str:
    """The docstring of a function on one line, or nothing."""
    return " ".join((ast.get_docstring(node) or "").split())
