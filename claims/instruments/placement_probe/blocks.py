"""Blocks, found in a run of a model: neighbours in one container whose output has the shape of what they were given."""

import contextlib
import itertools
from dataclasses import dataclass

import torch
from torch import nn

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
    stream: object = None  # where in the arguments the stream is: an index, or a keyword


class Calls:
    """Listens to every module below a root while it runs."""

    def __init__(self, root, tape):
        self.tape, self.made, self.open, self._hooks = tape, [], [], []
        tape.calls = self
        for name, module in root.named_modules():
            self._hooks += [
                module.register_forward_pre_hook(lambda m, a, k, n=name: self._enter(m, n, a, k), with_kwargs=True),
                module.register_forward_hook(self._leave, with_kwargs=True, always_call=False),
            ]

    def _enter(self, module, name, args, kwargs):
        parent = self.open[-1] if self.open else -1
        self.open.append(len(self.made))
        self.made.append(Call(module, name, parent, self.tape.count, args, kwargs))

    def _leave(self, module, args, kwargs, out):
        call = self.made[self.open.pop()]
        call.end = self.tape.count
        given = [*enumerate(args), *kwargs.items()]
        for tensor in (t for t in _first_tensors(out) if t.dim() > 1):
            call.stream = next(
                (
                    key
                    for key, value in given
                    if isinstance(value, torch.Tensor) and value.shape == tensor.shape and value.is_floating_point()
                ),
                None,
            )
            if call.stream is not None:
                call.out = tensor
                break

    def close(self):
        for hook in self._hooks:
            hook.remove()

    def name(self, number):
        return self.made[number].name if number >= 0 else ""


@contextlib.contextmanager
def listening(root, tape):
    calls = Calls(root, tape)
    try:
        yield calls
    finally:
        calls.close()


def find_stacks(model, tape, calls):
    """Outermost groups of at least two calls in one container, each with matrices inside and a stream through it."""
    groups = _groups(model, tape, calls)
    if calls.made[0].stream is not None and not _made_of_blocks(calls, [0], groups):
        return [[calls.made[0]]]  # the model is one block
    chosen, inside = [], set()
    for group in sorted(groups, key=lambda group: (_depth(calls, group[0]), group[0])):
        if len(group) < 2 or any(_within(calls, n, inside) for n in group) or _made_of_blocks(calls, group, groups):
            continue
        chosen.append([calls.made[n] for n in group])
        inside |= set(group)
    return sorted(chosen, key=lambda group: group[0].start)


def _groups(model, tape, calls):
    containers = {id(child): parent for parent in model.modules() for child in parent.children()}
    groups = {}
    for number, call in enumerate(calls.made):
        mixes = any(
            step.op in PRODUCTS for step in tape.steps[call.start : call.end]
        )  # convolutions alone are no block
        if call.stream is None or not mixes or id(call.module) not in containers:
            continue
        container = containers[id(call.module)]
        listed = isinstance(container, nn.ModuleList | nn.Sequential | nn.ModuleDict)
        groups.setdefault((call.parent, id(container), None if listed else type(call.module)), []).append(number)
    return list(groups.values())


def _made_of_blocks(calls, group, groups):
    """Whether the calls of a group are stacks themselves: nearly all that they do is done by chains of calls of one class."""
    made = [[calls.made[n] for n in other] for other in groups if _within(calls, other[0], set(group))]
    covered = {
        step
        for chain in made
        if len(chain) > 1
        and len({type(c.module) for c in chain}) == 1
        and all(a.out is stream_of(b) for a, b in itertools.pairwise(chain))
        for c in chain
        for step in range(c.start, c.end)
    }
    return len(covered) > 0.8 * sum(calls.made[n].end - calls.made[n].start for n in group)


def replay(call):
    """The block as a function of the stream, other arguments as they were; without a memory of earlier calls."""

    def other(value):
        if hasattr(value, "get_seq_length"):
            return None
        if isinstance(value, torch.Tensor) and value.dim() == 3 and value.shape[-1] == call.out.shape[-1]:
            return torch.randn(value.shape, generator=torch.Generator().manual_seed(5))  # another stream, to attend to
        return value

    fixed, named = [other(v) for v in call.args], {k: other(v) for k, v in call.kwargs.items()}

    def block(x):
        args, given = list(fixed), dict(named)
        (args if isinstance(call.stream, int) else given)[call.stream] = x
        shape = call.out.shape
        return next(t for t in _first_tensors(call.module(*args, **given)) if t.shape == shape)

    return block


def stream_of(call):
    return call.args[call.stream] if isinstance(call.stream, int) else call.kwargs[call.stream]


def _depth(calls, number):
    depth = 0
    while number >= 0:
        number, depth = calls.made[number].parent, depth + 1
    return depth


def _within(calls, number, inside):
    number = calls.made[number].parent
    while number >= 0:
        if number in inside:
            return True
        number = calls.made[number].parent
    return False


def _first_tensors(out):
    """Tensors at the top of what a module returns, in order."""
    if isinstance(out, torch.Tensor):
        return [out]
    items = out.values() if isinstance(out, dict) else out if isinstance(out, (tuple, list)) else ()
    return [t for t in items if isinstance(t, torch.Tensor)]
