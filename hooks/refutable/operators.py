"""Operators: the small mistakes that a reference is given on purpose, one at a time, as edits of its syntax tree.

Chosen from the operator sets of cosmic-ray and mutmut, less what every check notices (strings, removed returns), plus
what goes wrong with arrays: a dropped axis or term, exchanged factors, a mean for a sum, the wrong one of two norms.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence

_ARITHMETIC: Mapping[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.Pow: ast.Mult, ast.Mod: ast.Mult,
    ast.FloorDiv: ast.Mult, ast.MatMult: ast.Mult}
_ORDERED = (ast.Sub, ast.Div, ast.Pow, ast.MatMult)
_COMPARISONS: Mapping[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,), ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,)}
_TWINS: Mapping[str, tuple[str, ...]] = {
    "mean": ("sum",), "sum": ("mean",), "max": ("min",), "min": ("max",), "maximum": ("minimum",),
    "minimum": ("maximum",), "var": ("std",), "std": ("var",), "sqrt": ("square",), "square": ("sqrt",),
    "rint": ("floor", "trunc"), "eye": ("ones",), "outer": ("inner",), "any": ("all",), "all": ("any",)}
_SYMMETRIC = ("swapaxes", "maximum", "minimum", "max", "min")  # in their first two arguments
_PARTS = ("[:-1]", "[1:]", "[::-1]")


def edits(node: ast.AST, parent: ast.AST, field: str, mistakable: Sequence[str]) -> Iterator[ast.AST]:
    """What may stand in the place of `node`, in that field of its parent; `mistakable`: names for a name."""
    if field == "test" and isinstance(parent, (ast.If, ast.While)):
        yield from (ast.Constant(True), ast.Constant(False))
    if field == "iter":
        yield from (ast.parse(f"list({ast.unparse(node)}){part}", mode="eval").body for part in _PARTS)
    if field in ("defaults", "kw_defaults") and isinstance(node, ast.Constant) and node.value is None:
        yield ast.Constant(0)
    match node:
        case ast.Name(ctx=ast.Load()):
            yield from (ast.Name(name, ast.Load()) for name in mistakable)
        case ast.Constant(value=bool() as flag):
            yield ast.Constant(not flag)
        case ast.Constant(value=int() | float() as number) if not isinstance(parent, ast.UnaryOp):
            yield from map(_constant, _near(number))
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)):
            yield from map(_constant, (number, *_near(-number)))
        case ast.UnaryOp(op=ast.USub() | ast.Not()):
            yield node.operand
        case ast.Call():
            yield from _call(node)
        case ast.Attribute(attr="T") | ast.Subscript(ctx=ast.Load()):
            yield node.value
        case ast.Slice(lower=lower, upper=upper, step=step):
            yield from (ast.Slice(None, upper, step), ast.Slice(lower, None, step))
        case ast.Tuple(elts=elements, ctx=ast.Load()):
            yield from (ast.Tuple(swapped, ast.Load()) for swapped in _swaps(elements))
        case ast.expr():
            yield from _operation(node)
        case ast.AugAssign(target=target, op=op, value=value):
            yield from (ast.AugAssign(target, _ARITHMETIC.get(type(op), ast.Add)(), value), ast.Pass())
        case ast.Assign() | ast.Expr():
            yield ast.Pass()


def _operation(node: ast.expr) -> Iterator[ast.expr]:
    """Another operator, one operand alone, or the operands exchanged."""
    match node:
        case ast.BinOp(left=left, op=op, right=right):
            yield from (ast.BinOp(left, _ARITHMETIC.get(type(op), ast.Add)(), right), left, right)
            if isinstance(op, _ORDERED):
                yield ast.BinOp(right, op, left)
        case ast.Compare(left=left, ops=[compare], comparators=comparators):
            yield from (ast.Compare(left, [other()], comparators) for other in _COMPARISONS[type(compare)])
        case ast.BoolOp(op=join, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(join, ast.And) else ast.And(), values)
            yield from values
        case ast.IfExp(body=body, orelse=orelse):
            yield from (body, orelse)


def _call(node: ast.Call) -> Iterator[ast.expr]:
    """Without the call, without one argument, with two exchanged, or of the function's twin."""
    function, args, keywords = node.func, node.args, node.keywords
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    if isinstance(function, ast.Attribute) and not ast.unparse(function.value).startswith("np"):
        yield function.value
    elif args and name != "float" and not isinstance(args[0], (ast.Starred, ast.GeneratorExp)):
        yield args[0]
    if len(args) + len(keywords) > 1:
        yield from (ast.Call(function, args[:i] + args[i + 1:], keywords) for i in range(len(args)))
        yield from (ast.Call(function, args, keywords[:i] + keywords[i + 1:]) for i in range(len(keywords)))
    if name not in _SYMMETRIC:
        yield from (ast.Call(function, swapped, keywords) for swapped in _swaps(args))
    for twin in _TWINS.get(name, ()):
        other = ast.Attribute(function.value, twin, ast.Load()) if isinstance(function, ast.Attribute) else \
            ast.Name(twin, ast.Load())
        yield ast.Call(other, args, keywords)


def _near(number: float) -> Iterator[float]:
    """The neighbours of a whole number; twice any other, and nothing."""
    if isinstance(number, int):
        yield from (number + 1, number - 1)
    else:
        yield from (2 * number, 0.0) if number else (1.0,)


def _constant(number: float) -> ast.expr:
    return ast.UnaryOp(ast.USub(), ast.Constant(-number)) if number < 0 else ast.Constant(number)


def _swaps(elements: list[ast.expr]) -> Iterator[list[ast.expr]]:
    for i in range(len(elements) - 1):
        if ast.dump(elements[i]) != ast.dump(elements[i + 1]):
            yield [*elements[:i], elements[i + 1], elements[i], *elements[i + 2:]]
