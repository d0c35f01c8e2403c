"""Lending: wrong versions of a subject that several checks use; they are functions of `wrong.py` in its folder."""

import ast
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache

from refutable.check import Check, Mutant, words
from refutable.problem import Problem, did_you_mean

WRONG = "wrong.py"


def lend(check: Check | None, subjects: Mapping[str, str], read: Callable[[str], str]
         ) -> tuple[Check | None, tuple[Problem, ...]]:
    """Give the mutants that a check borrows their flaws; None and what is wrong where one cannot be had.

    `subjects` are the paths of their files by name; `read` returns the text of a path, "" if there is no such file.
    """
    problems: list[Problem] = []
    mutants: list[Mutant] = []
    if check is None:
        return None, ()
    for mutant in check.mutants:
        path = subjects.get(mutant.subject, "")
        where = path.replace("__init__.py", WRONG) if path.endswith("/__init__.py") else ""
        flaws = _flaws(read(where)) if mutant.lent and where else {}
        if mutant.lent and not path:
            todo = did_you_mean(mutant.subject, subjects, "write the mutant here")
            problems.append(Problem(check.path, mutant.line, f"`{mutant.subject}` is no subject that lends", todo))
        elif mutant.lent and not where:
            problems.append(Problem(check.path, mutant.line, f"`{mutant.subject}` is one file and lends no mutant",
                                    "write the mutant here, or make the subject a folder"))
        elif mutant.lent and mutant.name not in flaws:
            problems.append(Problem(check.path, mutant.line, f"nothing in {where} is called `{mutant.name}`",
                                    did_you_mean(mutant.name, flaws, "write the wrong version as a function there")))
        mutants.append(replace(mutant, flaw=flaws.get(mutant.name, "")) if mutant.lent else mutant)
    return (None if problems else replace(check, mutants=tuple(mutants))), tuple(problems)


@cache
def _flaws(text: str) -> dict[str, str]:
    """What the functions of a source say of themselves; nothing if it is not Python, which its user will meet."""
    try:
        return {node.name: words(node) for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}
    except (SyntaxError, ValueError):
        return {}
