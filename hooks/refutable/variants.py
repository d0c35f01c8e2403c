"""Variants: every wrong version of a reference that one edit of its syntax tree makes."""

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from refutable.operators import edits


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
    """Where a node hangs in the tree; `names` are those in scope, with the line that first binds it and if it is called."""

    node: ast.AST
    parent: ast.AST
    field: str
    index: int | None
    names: Mapping[str, tuple[int, bool]]

    def put(self, node: ast.AST) -> None:
        if self.index is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.index] = node

    def mistakable(self) -> list[str]:
        """The names that a tired engineer could have written here: bound before, and called alike or not."""
        if not (isinstance(self.node, ast.Name) and self.node.id in self.names):
            return []
        line, called = self.node.lineno, self.names[self.node.id][1]
        return [name for name, (bound, kind) in self.names.items()
                if name != self.node.id and bound < line and kind == called]

    def binds_first(self) -> bool:
        """Whether this is an assignment without which a name would have no value."""
        targets = self.node.targets if isinstance(self.node, ast.Assign) else []
        stored = [n for t in targets for n in ast.walk(t) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
        return any(self.names.get(n.id, (n.lineno, False))[0] == n.lineno for n in stored)


def variants(subject: str, text: str) -> list[Variant]:
    """All variants of a file by their lines, none of them twice, none the same as the file."""
    tree = ast.parse(text)
    seen = {ast.dump(tree)}
    found: list[Variant] = []
    for place in list(_places(tree, {})):
        for new in edits(place.node, place.parent, place.field, place.mistakable()):
            place.put(new)
            made = ast.dump(tree)
            whole = ast.unparse(tree) if made not in seen else ""
            place.put(place.node)
            if whole and not (isinstance(new, ast.Pass) and place.binds_first()):
                seen.add(made)
                found.append(_variant(subject, text, _spliced(text, place.node, new, made) or whole))
    return _numbered(sorted(found, key=lambda variant: variant.line))


def _places(node: ast.AST, names: Mapping[str, tuple[int, bool]]) -> Iterator[Place]:
    """Every place that may be edited; messages, formatted strings, docstrings and imports are left alone."""
    if isinstance(node, (ast.FunctionDef, ast.Lambda)):
        names = {**names, **_bound(node)}
    for field, value in ast.iter_fields(node):
        for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            docstring = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
            left_alone = docstring or isinstance(child, (ast.JoinedStr, ast.Raise, ast.Import, ast.ImportFrom))
            if isinstance(child, ast.AST) and not left_alone:
                if hasattr(child, "lineno"):
                    yield Place(child, node, field, index, names)
                yield from _places(child, names)


def _bound(function: ast.FunctionDef | ast.Lambda) -> dict[str, tuple[int, bool]]:
    """The names that a function itself binds, those of functions inside of it left out."""
    nodes, waiting = [], [function.args, *(function.body if isinstance(function, ast.FunctionDef) else ())]
    while waiting:
        node = waiting.pop()
        nodes.append(node)
        if not isinstance(node, (ast.FunctionDef, ast.Lambda)):
            waiting += ast.iter_child_nodes(node)
    called = {n.func.id for n in ast.walk(function) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
    found: dict[str, tuple[int, bool]] = {}
    for node in nodes:
        name = node.arg if isinstance(node, ast.arg) else \
            node.id if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else ""
        if name:
            found[name] = (min(node.lineno, found[name][0] if name in found else node.lineno), name in called)
    return found


def _spliced(text: str, old: ast.AST, new: ast.AST, made: str) -> str:
    """The text with `new` in the place of `old`, in brackets if need be; empty if it does not read as what was `made`."""
    data, lines = text.encode(), text.encode().splitlines(keepends=True)
    start, end = (sum(map(len, lines[: getattr(old, line) - 1])) + getattr(old, column)
                  for line, column in (("lineno", "col_offset"), ("end_lineno", "end_col_offset")))
    for written in (ast.unparse(new), f"({ast.unparse(new)})"):
        source = (data[:start] + written.encode() + data[end:]).decode()
        try:
            if ast.dump(ast.parse(source)) == made:
                return source
        except SyntaxError:
            continue
    return ""


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
