"""Scope: the names of a function, and which of them a tired engineer could write for which."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

Function = ast.FunctionDef | ast.Lambda


@dataclass(frozen=True)
class Scope:
    """`lines`: the line that first binds each name; `made_from`: the names in what is assigned to it."""

    lines: dict[str, int] = field(default_factory=dict)
    called: frozenset[str] = frozenset()
    made_from: dict[str, frozenset[str]] = field(default_factory=dict)

    def mistakable(self, name: ast.Name, statement: ast.AST) -> list[str]:
        """What is bound already and is called, or not, as the name is. Of what is not called, only names beside it in
        the statement, and those that it is made from or that are made from it.
        """
        if name.id not in self.lines:
            return []
        beside = {n.id for n in _below(statement, ast.stmt) if isinstance(n, ast.Name)}
        beside |= self.made_from.get(name.id, frozenset())
        beside |= {other for other, parts in self.made_from.items() if name.id in parts}
        called = name.id in self.called
        return [other for other, line in self.lines.items() if other != name.id and line < name.lineno
                and (other in self.called) == called and (called or other in beside)]

    def binds_first(self, statement: ast.AST) -> bool:
        """Whether this is an assignment without which a name would have no value."""
        return isinstance(statement, ast.Assign) and any(self.lines.get(n.id) == n.lineno for n in _stored(statement))


def inside(function: Function, around: Scope) -> Scope:
    """The scope of a function: what it binds itself, and what the functions around it do."""
    nodes = [node for part in _parts(function) for node in [part, *_below(part, ast.FunctionDef, ast.Lambda)]]
    lines: dict[str, int] = {}
    made_from: dict[str, frozenset[str]] = {}
    for node in nodes:
        name = node.arg if isinstance(node, ast.arg) else node.id if isinstance(node, ast.Name) and \
            isinstance(node.ctx, ast.Store) else ""
        if name and hasattr(node, "lineno"):
            lines[name] = min(node.lineno, lines.get(name, node.lineno))
        if isinstance(node, (ast.Assign, ast.AugAssign, ast.For)):
            value = node.iter if isinstance(node, ast.For) else node.value
            used = {n.id for n in ast.walk(value) if isinstance(n, ast.Name)}
            for target in _stored(node):
                made_from[target.id] = made_from.get(target.id, frozenset()) | used
    called = {n.func.id for n in ast.walk(function) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
    return Scope({**around.lines, **lines}, around.called | called, {**around.made_from, **made_from})


def _parts(function: Function) -> list[ast.AST]:
    return [function.args, *function.body] if isinstance(function, ast.FunctionDef) else [function.args]


def _below(node: ast.AST, *left_out: type[ast.AST]) -> Iterator[ast.AST]:
    """All nodes below one, without what is below a node of the kinds left out."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, left_out):
            yield child
            yield from _below(child, *left_out)


def _stored(node: ast.AST) -> list[ast.Name]:
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", node)]
    return [n for t in targets for n in ast.walk(t) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
