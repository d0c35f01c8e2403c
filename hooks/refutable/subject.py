"""What a page may show of a reference: its formula and its code, both from the one file."""

import ast
import re
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True)
class Subject:
    """A reference or instrument as text; `tex` is empty if its docstring holds no formula between $$ signs."""

    name: str
    path: str
    tex: str
    code: str  # the whole file without docstrings, which are prose and formula
    says: str  # the docstring of the function


@cache
def read_subject(name: str, path: str, text: str) -> Subject | None:
    """Read the function `name` from the source of its file; None if it is not there."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return None
    function = next((n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == name), None)
    if function is None:
        return None
    says = ast.get_docstring(function) or ""
    formula = re.search(r"\$\$(.+?)\$\$", says, re.DOTALL)
    return Subject(name, path, formula[1].strip() if formula else "", _without_docstrings(text, tree), says)


def _without_docstrings(text: str, tree: ast.Module) -> str:
    lines: list[str | None] = list(text.splitlines())
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            docstring = node.body[0]
            for line in range(docstring.lineno - 1, docstring.end_lineno or docstring.lineno):
                lines[line] = None
    return "\n".join(line for line in lines if line is not None).strip("\n")
