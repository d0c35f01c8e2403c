"""Terms: the parts of what a join adds, and what each of them reads."""

from dataclasses import dataclass, field
from math import isnan

import torch

from .block import factor
from .compare import differs
from .norms import START


@dataclass
class Term:
    """A summand of what a join adds, and what it reads."""

    join: int
    address: tuple
    mixes: bool = False  # other tokens
    reads: set = field(default_factory=set)  # numbers of sources: 0 the input, k the stream after the k-th join
    raw: set = field(default_factory=set)  # those of them that also reach it without a norm
    norms: set = field(default_factory=set)  # norms of the stream that it reads through


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
            old, new = (t.reshape(len(first.view(-1, first.shape[-1])), -1)
                        for t in (block.value(term.address), token.kept[term.address]))
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
    if parts := _joined(block, step):
        return parts
    if step.mixes or len(step.outs) != 1:
        return [address]
    out = step.outs[0].flatten()
    if step.op in ("add", "add_") and len(inputs) == 2 and not differs(inputs[0][1] + inputs[1][1], out):
        return [leaf for a, _ in inputs for leaf in _leaves(block, a)]
    if len(inputs) == 1 and not isnan(factor(out, inputs[0][1])):
        return _leaves(block, inputs[0][0])
    return [address]


def _joined(block, step):
    """What a matrix takes that was put side by side before, token by token: it writes the sum of what each would."""
    if step.op not in ("mm", "addmm"):
        return []
    address = step.operands[-2][1]
    while address and address != START:
        before = block.base.steps[address[0]]
        if before.op == "cat":
            return [a for shape, a in before.operands if a and shape[:-1] == before.outs[0].shape[:-1]]
        same = [a for a, v in before.inputs if torch.equal(v.flatten(), before.outs[0].flatten())]
        address = same[0] if len(same) == 1 and not before.mixes else None
    return []
