"""Branches: where they join the stream, what they read, and which norms stand between."""

from dataclasses import dataclass, field
from math import isnan

import torch

from .norms import START, constant_in_rows, find_norms
from .tape import Tape, Undecided, differs, run


@dataclass
class Term:
    """A part of what a join adds: everything that mixes tokens, or everything that does not."""

    join: int
    address: tuple
    mixes: bool
    reads: set = field(default_factory=set)  # numbers of sources: 0 the input, k the stream after the k-th join
    raw: set = field(default_factory=set)  # those of them that also reach it without a norm
    norms: set = field(default_factory=set)  # norms of the stream that it reads through


@dataclass
class Join:
    """An operation that adds something to the stream and passes the stream on."""

    out: tuple
    stream: torch.Tensor  # the operand that carries the stream
    place: int  # which input that is
    skip: float  # the factor of the stream before, 1 for a plain residual connection
    scale: float = 1.0  # the factor of the branch
    output_norms: list = field(default_factory=list)
    bounded: bool = False  # all that is added comes out of these norms


class Block:
    """A block that has been run once; the tests below run it again with something replaced."""

    def __init__(self, call, x, calls=()):
        self.call, self.x = call, x
        self.base = Tape(calls=calls, record=True)
        self.base._made[id(x)] = START
        y = run(call, x, self.base)
        self.y = y.clone()
        again = run(call, x.clone(), Tape(like=self.base))
        if differs(again, self.y):
            raise Undecided("the block gives another output for the same input")
        self.norms = find_norms(self.base, call, x)
        generator = torch.Generator().manual_seed(1)
        self.noise = torch.randn(x.shape, generator=generator, dtype=x.dtype)

    def again(self, edits=None, mixing=None, x=None, keep=()):
        tape = Tape(edits, mixing, self.base, keep)
        y = run(self.call, self.x.clone() if x is None else x.clone(), tape)
        return tape, y

    def value(self, address):
        return self.x if address == START else self.base.steps[address[0]].outs[address[1]]

    def frozen(self, addresses):
        return {a: lambda _, v=self.value(a): v.clone() for a in addresses if a != START}

    def moved(self, address):
        """An edit that moves a tensor by noise of its own size."""
        v = self.value(address)
        noise = torch.randn(v.shape, generator=torch.Generator().manual_seed(2), dtype=v.dtype)
        return {address: lambda t: t + noise * v.std()}


def find_joins(block):
    """Freeze what all matrices write and move the input: a join passes the movement on and adds what stays."""
    direct, moved = _direct(block, START)
    live = block.again(x=block.x + block.noise)[0].changed
    joins, points = [], [block.noise.flatten()]
    made = {norm.made for norm in block.norms} & direct
    for index, step in enumerate(block.base.steps):
        if step.mixes or not step.outs or step.outs[0].numel() != block.x.numel() or (index, 0) not in direct:
            continue
        if (index, 0) in made:
            points.append((moved[index, 0] - step.outs[0]).flatten())
        if len(step.outs) > 1 or step.outs[0].is_complex():
            continue
        carrying = [n for n, (address, _) in enumerate(step.inputs) if address == START or address in direct]
        if len(carrying) != 1:
            continue
        place = carrying[0]
        address, before = step.inputs[place]
        added = step.outs[0] - before.reshape(step.outs[0].shape)
        delta = (moved[index, 0] - step.outs[0]).flatten()
        delta_before = (block.noise if address == START else moved[address] - before).flatten()
        if differs(delta, delta_before, 1e-4):
            continue
        if (index, 0) not in live or not _moves(block, (index, 0), place):
            if len(step.inputs) == 2 and constant_in_rows(added.reshape(-1, added.shape[-1]).T):
                raise Undecided("a branch writes the same whatever it reads")
            continue
        if constant_in_rows(added):
            continue  # a row less its mean is no join
        factors = [f for point in reversed(points) if not isnan(f := _factor(delta_before, point))]
        joins.append(Join((index, 0), before, place, (factors or [float("nan")])[0]))
        points.append(delta)
    return joins


def _moves(block, out, place):
    """Whether what is added depends on the input of the block at all; a table of positions does not."""
    address = block.base.steps[out[0]].inputs[place][0]
    keep = [out, *([address] if address != START else [])]
    x = block.x + block.noise
    tape, _ = block.again(x=x, keep=keep)
    before = x if address == START else tape.kept[address]
    old = block.value(out) - block.value(address).reshape(block.value(out).shape)
    return differs(tape.kept[out] - before.reshape(tape.kept[out].shape), old, 1e-4)


def _direct(block, source, others=()):
    """What moves with a source along paths without a matrix, and where it moves to."""
    addresses = [(i, s) for i, step in enumerate(block.base.steps) for s in range(len(step.outs))]
    tape, _ = _perturbed(block, source, others, "frozen", keep=addresses)
    return tape.changed, tape.kept


def _perturbed(block, source, others, mixing=None, keep=(), noise=None, edits=None):
    """Run with one source moved and the others frozen."""
    edits = block.frozen(a for a in others if a != source) | (edits or {})
    noise = block.noise if noise is None else noise
    if source == START:
        return block.again(edits, mixing, block.x + noise, keep)
    return block.again({source: lambda t: t + noise.reshape(t.shape)} | edits, mixing, None, keep)


def _factor(delta, before):
    """How many times the earlier movement the later one is; nan if it is another movement."""
    a = float((delta * before).sum() / (before * before).sum())
    return a if not differs(delta, a * before, 1e-3) else float("nan")


def find_terms(block, joins):
    """Take apart what every join adds, and see what each part reads and through which norms."""
    terms = [t for n, join in enumerate(joins) for t in _terms(block, joins, n, join)]
    sources = [START, *(join.out for join in joins)]
    readers = {n: set() for n in range(len(block.norms))}  # norm -> sources that it reads without a matrix between
    for number, source in enumerate(sources):
        direct, _ = _direct(block, source, sources)
        reading = [n for n, norm in enumerate(block.norms) if norm.source == source or norm.source in direct]
        for n in reading:
            readers[n].add(number)
        if number == len(joins):
            break  # nothing is added behind the last join
        live = _perturbed(block, source, sources)[0].changed
        first = torch.zeros_like(block.noise)
        first.view(-1, first.shape[-1])[0] = block.noise.view(-1, first.shape[-1])[0]
        guard = block.frozen(block.norms[n].made for n in reading)
        guarded = _perturbed(block, source, sources, edits=guard)[0].changed
        token = _perturbed(block, source, sources, noise=first, keep=[t.address for t in terms])[0]
        for term in terms:
            if term.address in live:
                term.reads.add(number)
                term.mixes = term.mixes or _spreads(block, term.address, token)
            if term.address in guarded:
                term.raw.add(number)
    for n, norm in enumerate(block.norms):
        if readers[n]:
            moved = block.again(block.moved(norm.made) | block.frozen(j.out for j in joins))[0].changed
            for term in terms:
                if term.address in moved:
                    term.norms.add(n)
    return [term for term in terms if term.reads], readers  # a bias of the branch reads nothing


def _spreads(block, address, tape):
    """Whether moving one token changes the term in other tokens."""
    if address not in tape.kept:
        return False
    old, new = (t.reshape(-1, block.x.shape[-1]) for t in (block.value(address), tape.kept[address]))
    return differs(new[1:], old[1:])


def _terms(block, joins, number, join):
    step = block.base.steps[join.out[0]]
    added = [address for n, (address, _) in enumerate(step.inputs) if n != join.place and address]
    leaves = [leaf for address in added for leaf in _leaves(block, address)] or [join.out]
    return [Term(number, leaf, False) for leaf in leaves]


def _leaves(block, address):
    """The summands of a sum, at any depth, that are themselves of the size of the stream."""
    step = block.base.steps[address[0]]
    if not block.value(address).any():
        return []  # where experts add up what they found
    inputs = [(a, v) for a, v in step.inputs if a and a != START]
    if step.mixes or len(step.outs) != 1:
        return [address]
    out = step.outs[0].flatten()
    if (
        step.op in ("add", "add_")
        and len(inputs) == 2
        and not differs(inputs[0][1].flatten() + inputs[1][1].flatten(), out)
    ):
        return [leaf for a, _ in inputs for leaf in _leaves(block, a)]
    if len(inputs) == 1 and not differs(inputs[0][1].flatten() * _factor(out, inputs[0][1].flatten()), out, 1e-4):
        return _leaves(block, inputs[0][0])
    return [address]
