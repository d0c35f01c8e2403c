"""Check: what can be known of a check file without running it."""

import ast
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
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    by_name = {node.name: node for node in functions}
    if "check" not in by_name:
        return None, (Problem(path, 1, "there is no function `check`", "write `def check(subject, ...):`"),)
    problems: list[Problem] = []
    mutants = tuple(m for node in tree.body if (m := _mutant(node, path, problems)))
    check = Check(
        path, ast.get_docstring(tree) or "", _parameters(by_name["check"]), mutants, imported(tree),
        _parameters(by_name["observe"]) if "observe" in by_name else (), read_experiment(tree),
    )
    if not check.summary:
        problems.append(Problem(path, 1, "the check has no docstring", "say in one sentence what it does"))
    return check, tuple(problems)


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


def _mutant(node: ast.stmt, path: str, problems: list[Problem]) -> Mutant | None:
    """A function marked `@mutant("subject")`, or `mutant("subject", "name")` by itself."""
    calls = node.decorator_list if isinstance(node, ast.FunctionDef) else [getattr(node, "value", None)]
    call = next((call for call in calls if _calls_mutant(call)), None)
    if call is None or not isinstance(node, ast.FunctionDef | ast.Expr):
        return None
    given = [argument.value for argument in getattr(call, "args", ()) if isinstance(argument, ast.Constant)]
    belief = any(k.arg == "belief" and isinstance(k.value, ast.Constant) and k.value.value is True
                 for k in getattr(call, "keywords", ()))
    if isinstance(node, ast.FunctionDef):
        if given and isinstance(given[0], str):
            return Mutant(node.name, given[0], words(node), belief, node.lineno)
        problem = f"mutant `{node.name}` names no subject", 'write @mutant("subject")'
    else:
        if len(given) == 2 and isinstance(given[0], str) and isinstance(given[1], str):
            return Mutant(given[1], given[0], "", belief, node.lineno, lent=True)
        problem = "a mutant without a function", 'write mutant("subject", "name of a function in its wrong.py")'
    problems.append(Problem(path, node.lineno, *problem))
    return None


def _calls_mutant(call: ast.expr | None) -> bool:
    """Whether this is `mutant(...)`, `refutable.mutant(...)`, or either without its parentheses."""
    name = call.func if isinstance(call, ast.Call) else call
    return getattr(name, "id", getattr(name, "attr", "")) == "mutant"


def words(node: ast.FunctionDef) -> str:
    """The docstring of a function on one line, or nothing."""
    return " ".join((ast.get_docstring(node) or "").split())
