"""Variants: every wrong version of a reference that one edit of its syntax tree makes."""

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from refutable.operators import edits
from refutable.scope import Scope, inside

_LOOSE = (ast.BinOp, ast.BoolOp, ast.Compare, ast.UnaryOp, ast.IfExp, ast.Lambda)  # may need brackets around them
_TIGHT = (*_LOOSE, ast.Attribute, ast.Subscript, ast.Call, ast.Starred)  # inside of these


@dataclass(frozen=True)
class Variant:
    """`change` names it within its subject: the lines before and after, so that it survives edits of other lines."""

    subject: str
    line: int
    before: str
    after: str
    source: str
    nth: int = 1  # of the same change

    @property
    def change(self) -> str:
        return f"{self.before} -> {self.after}" + (f" ({self.nth})" if self.nth > 1 else "")


@dataclass(frozen=True)
class Place:
    """Where a node hangs in the tree, and the smallest statement around it."""

    node: ast.AST
    parent: ast.AST
    field: str
    statement: ast.AST
    scope: Scope

    @property
    def mistakable(self) -> list[str]:
        return self.scope.mistakable(self.node, self.statement) if isinstance(self.node, ast.Name) else []

    def written(self, new: ast.AST, bracketed: bool) -> str:
        """Another node as it would be written here; `bracketed`: in brackets that stand there already."""
        text = ast.unparse(new)
        if isinstance(self.parent, ast.Subscript) and isinstance(new, ast.Tuple):
            return text[1:-1]  # x[(:, j)] is not Python
        tight = isinstance(self.parent, _TIGHT) and self.field not in ("args", "slice") and not bracketed
        loose = isinstance(new, _LOOSE) or (isinstance(new, ast.Constant) and isinstance(self.parent, ast.Attribute))
        return f"({text})" if tight and loose else text

    def spliced(self, text: str, new: ast.AST) -> str:
        """The text with another node written here; positions count bytes."""
        data = text.encode()
        lines = data.splitlines(keepends=True)
        start, end = (sum(map(len, lines[: getattr(self.node, line) - 1])) + getattr(self.node, column)
                      for line, column in (("lineno", "col_offset"), ("end_lineno", "end_col_offset")))
        bracketed = data[start - 1: start] + data[end: end + 1] == b"()"
        return (data[:start] + self.written(new, bracketed).encode() + data[end:]).decode()


def variants(subject: str, text: str) -> list[Variant]:
    """All variants of a file by their lines, none of them twice; none if it is not Python."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return []
    seen = {text}
    found: list[Variant] = []
    for place in _places(tree, tree, Scope()):
        for new in edits(place.node, place.parent, place.field, place.mistakable):
            source = place.spliced(text, new)
            if source not in seen and not (isinstance(new, ast.Pass) and place.scope.binds_first(place.node)):
                seen.add(source)
                found.append(_variant(subject, text, source))
    return _numbered(sorted(found, key=lambda variant: variant.line))


def _places(node: ast.AST, statement: ast.AST, scope: Scope) -> Iterator[Place]:
    """Every place that may be edited; messages, formatted strings, docstrings and imports are left alone."""
    if isinstance(node, (ast.FunctionDef, ast.Lambda)):
        scope = inside(node, scope)
    for field, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            docstring = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
            if docstring or isinstance(child, (ast.JoinedStr, ast.Raise, ast.Import, ast.ImportFrom)):
                continue
            if isinstance(child, ast.AST):
                around = child if isinstance(child, ast.stmt) else statement
                if hasattr(child, "lineno"):
                    yield Place(child, node, field, around, scope)
                yield from _places(child, around, scope)


def _variant(subject: str, text: str, source: str) -> Variant:
    old, new = text.splitlines(), source.splitlines()
    first = next(i for i in range(len(old)) if old[i] != new[i])
    last = next(i for i in range(1, len(old) + 1) if old[-i] != new[-i]) - 1
    before, after = (" ".join(" ".join(lines[first: len(lines) - last]).split()) for lines in (old, new))
    return Variant(subject, first + 1, before, after, source)


def _numbered(found: list[Variant]) -> list[Variant]:
    """The same change may be made in two places of a file."""
    seen: Counter[str] = Counter()
    numbered = []
    for variant in found:
        seen[variant.change] += 1
        numbered.append(replace(variant, nth=seen[variant.change]))
    return numbered
