"""Joins: the operations in which a branch is added to the stream."""

from dataclasses import dataclass, field
from math import isnan

from .block import factor
from .compare import constant_in_rows, differs
from .norms import START
from .problems import Undecided

SUMS = {"add", "add_", "sub", "sub_", "rsub", "lerp", "lerp_", "addcmul", "addcmul_"}


@dataclass
class Join:
    """An operation that adds something to the stream and passes the stream on."""

    out: tuple
    stream: tuple | None  # the address of the operand that carries the stream
    place: int  # which input that is
    skip: float  # the factor of the stream before, 1 for a plain residual connection
    passed: float = 1.0  # the part of it that the operation itself multiplies by
    scale: float = 1.0  # the factor of the branch
    output_norms: list = field(default_factory=list)
    bounded: bool = False  # all that is added comes out of these norms


def added(block, join, tape=None, x=None):
    """What a join adds, in the first run or in that of a tape."""
    if tape is None:
        return block.value(join.out).flatten() - join.passed * block.value(join.stream).flatten()
    stream = x if join.stream == START else tape.kept[join.stream]
    return tape.kept[join.out].flatten() - join.passed * stream.flatten()


def kept_for(joins):
    return [a for join in joins for a in (join.out, join.stream) if a != START]


def find_joins(block):
    """Freeze what all matrices write and move the input: a join passes the movement on and adds what stays."""
    direct = block.direct(START)
    live = block.again(x=block.x + block.noise)[0].changed
    joins, points = [], [block.noise.flatten()]
    made = {norm.made for norm in block.norms}
    for index, step in enumerate(block.base.steps):
        out = (index, 0)
        if step.mixes or not step.outs or step.outs[0].numel() != block.x.numel() or out not in direct.changed:
            continue
        delta = (direct.kept[out] - step.outs[0]).flatten()
        carrying = [n for n, (address, _) in enumerate(step.inputs) if address == START or address in direct.changed]
        if len(carrying) == 1 and len(step.outs) == 1 and not step.outs[0].is_complex():
            stream, before = step.inputs[carrying[0]]
            delta_before = (block.noise if stream == START else direct.kept[stream] - before).flatten()
            passed = 1.0 if not differs(delta, delta_before, 1e-4) else factor(delta, delta_before)
            join = Join(out, stream, carrying[0], passed * _latest(delta_before, points), passed)
            if (passed == 1 or (step.op in SUMS and passed > 0)) and _is_join(block, join, step, out in live):
                joins.append(join)
                points.append(delta)
        if out in made:
            points.append(delta)
    return joins


def _latest(delta, points):
    """The factor between a movement and the last one before it of which it is a multiple."""
    return next((f for point in reversed(points) if not isnan(f := factor(delta, point))), float("nan"))


def _is_join(block, join, step, live):
    what = added(block, join).reshape(block.x.shape)
    if join.passed != 1 and what.abs().max() <= 1e-4 * step.outs[0].abs().max():
        return False  # a factor, and the rounding of it
    if not live or not _moves(block, join):
        # A table of positions, say. But a branch that writes a constant hides what it would read.
        if len(step.inputs) == 2 and what.any() and constant_in_rows(what.reshape(-1, what.shape[-1]).T):
            raise Undecided("a branch writes the same whatever it reads")
        return False
    return not constant_in_rows(what)  # a row less its mean is no join


def _moves(block, join):
    x = block.x + block.noise
    return differs(added(block, join, block.again(x=x, keep=kept_for([join]))[0], x), added(block, join), 1e-4)


def merges(block):
    """Whether two different tensors that the input moves meet in a sum that the skip path goes through.

    Norms that are written out add such tensors, too, and are left out.
    """
    direct = block.direct(START)
    for index, step in enumerate(block.base.steps):
        out = (index, 0)
        if step.op not in SUMS or out not in direct.changed or step.outs[0].numel() != block.x.numel():
            continue
        carrying = [(a, v.flatten()) for a, v in step.inputs if a == START or a in direct.changed]
        moves = [block.noise.flatten() if a == START else direct.kept[a].flatten() - v for a, v in carrying]
        if len(moves) > 1 and isnan(factor(moves[0], moves[1]) + factor(carrying[0][1], carrying[1][1])):
            tape, y = block.again(block.moved(out), "frozen")
            inside = any(n.source[0] < index <= n.made[0] and n.made in tape.changed for n in block.norms)
            if differs(y, block.y) and not inside:
                return True
    return False
