"""Joins: the operations in which a branch is added to the stream. Terms: the parts of what is added."""

from dataclasses import dataclass, field
from math import isnan

import torch

from .block import factor
from .compare import constant_in_rows, differs
from .norms import START
from .problems import Undecided


@dataclass
class Join:
    """An operation that adds something to the stream and passes the stream on."""

    out: tuple
    stream: tuple | None  # the address of the operand that carries the stream
    place: int  # which input that is
    skip: float  # the factor of the stream before, 1 for a plain residual connection
    scale: float = 1.0  # the factor of the branch
    output_norms: list = field(default_factory=list)
    bounded: bool = False  # all that is added comes out of these norms


@dataclass
class Term:
    """A summand of what a join adds, and what it reads."""

    join: int
    address: tuple
    mixes: bool = False  # other tokens
    reads: set = field(default_factory=set)  # numbers of sources: 0 the input, k the stream after the k-th join
    raw: set = field(default_factory=set)  # those of them that also reach it without a norm
    norms: set = field(default_factory=set)  # norms of the stream that it reads through


def added(block, join, tape=None, x=None):
    """What a join adds, in the first run or in that of a tape."""
    if tape is None:
        return block.value(join.out).flatten() - block.value(join.stream).flatten()
    return tape.kept[join.out].flatten() - (x if join.stream == START else tape.kept[join.stream]).flatten()


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
            join = Join(out, stream, carrying[0], _latest(delta_before, points))
            if not differs(delta, delta_before, 1e-4) and _is_join(block, join, step, out in live):
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
    if not live or not _moves(block, join):
        # A table of positions, say. But a branch that writes a constant hides what it would read.
        if len(step.inputs) == 2 and what.any() and constant_in_rows(what.reshape(-1, what.shape[-1]).T):
            raise Undecided("a branch writes the same whatever it reads")
        return False
    return not constant_in_rows(what)  # a row less its mean is no join


def _moves(block, join):
    x = block.x + block.noise
    return differs(added(block, join, block.again(x=x, keep=kept_for([join]))[0], x), added(block, join), 1e-4)


def find_terms(block, joins):
    """Take apart what every join adds; returns the terms, and for each norm the sources that it reads directly."""
    terms = [Term(n, leaf) for n, join in enumerate(joins) for leaf in _summands(block, join)]
    sources = [START, *(join.out for join in joins)]
    readers = {n: set() for n in range(len(block.norms))}
    for number, source in enumerate(sources):
        direct = block.direct(source, sources).changed
        reading = [n for n, norm in enumerate(block.norms) if norm.source == source or norm.source in direct]
        for n in reading:
            readers[n].add(number)
        if number < len(joins):  # nothing is added behind the last join
            _look(block, terms, number, source, sources, reading)
    for n in (n for n in readers if readers[n]):
        moved = block.again(block.moved(block.norms[n].made) | block.frozen(j.out for j in joins))[0].changed
        for term in terms:
            if term.address in moved:
                term.norms.add(n)
    return [term for term in terms if term.reads], readers  # a bias of the branch reads nothing


def _look(block, terms, number, source, sources, reading):
    """Which terms read a source, which of them also past the norms that read it, and which mix tokens."""
    live = block.perturbed(source, sources).changed
    past = block.perturbed(source, sources, edits=block.frozen(block.norms[n].made for n in reading)).changed
    first = torch.zeros_like(block.noise)
    first.view(-1, first.shape[-1])[0] = block.noise.view(-1, first.shape[-1])[0]
    token = block.perturbed(source, sources, noise=first, keep=[t.address for t in terms])
    for term in terms:
        if term.address in live:
            term.reads.add(number)
            old, new = (t.reshape(-1, block.x.shape[-1]) for t in (block.value(term.address), token.kept[term.address]))
            term.mixes = term.mixes or differs(new[1:], old[1:])
        if term.address in past:
            term.raw.add(number)


def _summands(block, join):
    others = [a for n, (a, _) in enumerate(block.base.steps[join.out[0]].inputs) if n != join.place and a]
    return [leaf for address in others for leaf in _leaves(block, address)] or [join.out]


def _leaves(block, address):
    """The summands of a sum, at any depth, that are themselves of the size of the stream."""
    step = block.base.steps[address[0]]
    inputs = [(a, v.flatten()) for a, v in step.inputs if a and a != START]
    if not block.value(address).any():
        return []  # where experts add up what they found
    if step.mixes or len(step.outs) != 1:
        return [address]
    out = step.outs[0].flatten()
    if step.op in ("add", "add_") and len(inputs) == 2 and not differs(inputs[0][1] + inputs[1][1], out):
        return [leaf for a, _ in inputs for leaf in _leaves(block, a)]
    if len(inputs) == 1 and not isnan(factor(out, inputs[0][1])):
        return _leaves(block, inputs[0][0])
    return [address]
