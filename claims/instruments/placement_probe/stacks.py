"""Stacks of blocks, found in a run of a model: neighbours in one container that pass on a stream of one shape."""

import contextlib
import itertools
from dataclasses import dataclass

import torch
from torch import nn

from .compare import noise_like
from .nested import top_tensors
from .tape import PRODUCTS


@dataclass
class Call:
    """One call of a module: what it was given and gave, and the steps from `start` up to `end` that it took."""

    module: nn.Module
    name: str
    parent: int
    start: int
    args: tuple
    kwargs: dict
    end: int = -1
    out: torch.Tensor | None = None
    at: object = None  # where in the arguments the stream is: an index, or a keyword
    entry: tuple | None = None  # the address of the stream when it came in; a block may change it in place
    exit: tuple | None = None  # that of what it gave

    @property
    def stream(self):
        return self.args[self.at] if isinstance(self.at, int) else self.kwargs[self.at]


class Calls:
    """Listens to every module below a root while it runs."""

    def __init__(self, root, tape):
        self.tape, self.made, self.given, self.open, self.hooks = tape, [], [], [], []
        tape.calls = self
        for name, module in root.named_modules():
            self.hooks += [module.register_forward_pre_hook(self._entering(name), with_kwargs=True),
                           module.register_forward_hook(self._leave, with_kwargs=True)]

    def _entering(self, name):
        def enter(module, args, kwargs):
            parent = self.open[-1] if self.open else -1
            self.open.append(len(self.made))
            self.made.append(Call(module, name, parent, self.tape.count, args, kwargs))
            self.given.append({id(v): self.tape.made.get(id(v)) for v in (*args, *kwargs.values())})
        return enter

    def _leave(self, module, args, kwargs, out):
        number = self.open.pop()
        call = self.made[number]
        call.end = self.tape.count
        given = [(key, value) for key, value in (*enumerate(args), *kwargs.items())
                 if isinstance(value, torch.Tensor) and value.is_floating_point()]
        for tensor in (t for t in top_tensors(out) if t.dim() > 1):
            call.at = next((key for key, value in given if value.shape == tensor.shape), None)
            if call.at is not None:
                call.out, call.exit = tensor, self.tape.made.get(id(tensor))
                call.entry = self.given[number][id(call.stream)]
                break

    def name(self, number):
        return self.made[number].name if number >= 0 else ""

    def within(self, number, others):
        """Whether a call was made inside one of the others."""
        number = self.made[number].parent
        while number >= 0 and number not in others:
            number = self.made[number].parent
        return number >= 0

    def depth(self, number):
        return 1 + self.depth(self.made[number].parent) if number >= 0 else 0


@contextlib.contextmanager
def listening(root, tape):
    calls = Calls(root, tape)
    try:
        yield calls
    finally:
        for hook in calls.hooks:
            hook.remove()


def find_stacks(model, tape, calls):
    """Outermost groups of at least two calls in one container, with matrices inside and a stream through each.

    A model that passes on a stream and is no stack is itself one block.
    """
    groups = _groups(model, tape, calls)
    if calls.made[0].at is not None and not _made_of_blocks(calls, [0], groups):
        return [[calls.made[0]]]
    chosen, inside = [], set()
    for group in sorted(groups, key=lambda group: (calls.depth(group[0]), group[0])):
        inner = any(calls.within(n, inside) for n in group)
        if len(group) > 1 and not inner and not _made_of_blocks(calls, group, groups):
            chosen.append([calls.made[n] for n in group])
            inside |= set(group)
    return sorted(chosen, key=lambda group: group[0].start)


def _groups(model, tape, calls):
    containers = {id(child): parent for parent in model.modules() for child in parent.children()}
    groups = {}
    for number, call in enumerate(calls.made):
        # Convolutions alone are no block.
        mixes = any(step.op in PRODUCTS for step in tape.steps[call.start:call.end])
        container = containers.get(id(call.module))
        if call.at is not None and mixes and container is not None:
            listed = isinstance(container, nn.ModuleList | nn.Sequential | nn.ModuleDict)
            groups.setdefault((call.parent, id(container), None if listed else type(call.module)), []).append(number)
    return list(groups.values())


def _made_of_blocks(calls, group, groups):
    """Whether the calls of a group are stacks themselves: chains of calls of one class do nearly all that they do."""
    chains = [[calls.made[n] for n in other] for other in groups if calls.within(other[0], group)]
    covered = {step for chain in chains if len(chain) > 1 and len({type(c.module) for c in chain}) == 1
               and all(a.out is b.stream for a, b in itertools.pairwise(chain))
               for c in chain for step in range(c.start, c.end)}
    return len(covered) > 0.8 * sum(calls.made[n].end - calls.made[n].start for n in group)


def replay(call):
    """The block as a function of the stream: without a memory of earlier calls, other arguments as they were."""
    def other(value):
        if hasattr(value, "get_seq_length"):
            return None
        if isinstance(value, torch.Tensor) and value.dim() == 3 and value.shape[-1] == call.out.shape[-1]:
            return noise_like(value, 5)  # another stream, to attend to: its own tokens may be nearly alike
        return value

    args, kwargs = [other(v) for v in call.args], {k: other(v) for k, v in call.kwargs.items()}
    places = {key for key, value in (*enumerate(call.args), *call.kwargs.items()) if value is call.stream}

    def given(key, value, x):
        if key in places:  # there may be several, query, key and value
            return x
        return value.clone() if isinstance(value, torch.Tensor) else value  # a step, so that its norms have a source

    def block(x):
        out = call.module(*(given(n, value, x) for n, value in enumerate(args)),
                          **{key: given(key, value, x) for key, value in kwargs.items()})
        return next(t for t in top_tensors(out) if t.shape == call.out.shape)

    return block
