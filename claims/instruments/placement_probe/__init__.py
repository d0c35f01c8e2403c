"""The placement probe: run a tiny random model, move and freeze what flows through it, and measure what follows."""

import torch

from .blocks import find_stacks, listening, replay, stream_of
from .branches import Block
from .measure import measure_block
from .norms import find_norms
from .tape import Tape, Undecided, differs, run
from .tiny import TOKENS, Unbuilt, build

__all__ = ["Undecided", "placement_probe"]
KINDS = 4  # kinds of blocks in one stack that are measured


def placement_probe(name):
    """Measure where the norms stand in a model, without looking at a name.

    name: a model type of transformers (`gemma2`), the same with another configuration (`falcon(alibi=True)`), a class of
    modules (`torch.nn:TransformerEncoder`), or a module with the arguments it is called with, as a tuple.
    Returns plain data: `stacks`, each with `blocks` (one a kind of block), `depth`, `final_norm` and `embedding_norm`; `outside`,
    the norms outside of blocks; `problem`, why there is less. Errors: none. Source: written for this site.
    """
    try:
        model, call = build(name) if isinstance(name, str) else (name[0], lambda: name[0](*name[1:]))
        return measure_model(model, call)
    except (Unbuilt, Undecided) as problem:
        return {"stacks": [], "outside": [], "built": isinstance(problem, Undecided), "problem": str(problem)}


def measure_model(model, call):
    torch.set_num_threads(1)
    tape = Tape(record=True)
    with listening(model, tape) as calls:
        try:
            run(lambda _: call(), None, Tape())  # some models make tables, or change their mind, the first time
            calls.made.clear()
            run(lambda _: call(), None, tape)
        except Exception as error:  # whatever a model may raise
            text = " ".join(str(error).split())[:140]
            raise Unbuilt(f"it does not run on small inputs: {type(error).__name__}: {text}") from error
    stacks = find_stacks(model, tape, calls)
    if not stacks:
        raise Undecided("no two neighbours pass on a stream of one shape")
    spans = [(c.start, c.end) for stack in stacks for c in stack]
    outside = find_norms(tape, lambda _: call(), None, lambda i: any(a <= i < b for a, b in spans))
    alike = {}
    for stack in stacks:
        alike.setdefault(_likeness(stack, alike), []).append(stack)
    modules = {(n.where, n.made if n.where < 0 else id(calls.made[n.where].module)): n for n in outside}
    apart = {key if n.where < 0 else key[1]: n for key, n in modules.items()}.values()
    return {
        "stacks": [_stack(same, stacks, tape, call, outside) for same in alike.values()],
        "built": True,
        "problem": "",
        "outside": [{"kind": n.kind, "epsilon": n.epsilon, "gain": n.gain, "name": calls.name(n.where)} for n in apart],
    }


def _likeness(stack, before):
    """Stacks are one where they share their modules, or are stages of a pyramid: one class, other shapes."""
    kind, shape = type(stack[0].module), stream_of(stack[0]).shape
    modules = tuple(id(c.module) for c in stack)
    for key, others in before.items():
        if any(
            modules == tuple(id(c.module) for c in other)
            or (kind is type(other[0].module) and shape != stream_of(other[0]).shape)
            for other in others
        ):
            return key
    return len(before)


def _stack(stages, stacks, tape, call, outside):
    """What is measured of a stack, or of the stages that are one: every kind of block once."""
    first, last = stages[0][0], stages[-1][-1]
    every = [c for stage in stages for c in stage]
    kinds = {}
    for c in every:
        kinds.setdefault((type(c.module), tuple(step.op for step in tape.steps[c.start : c.end])), []).append(c)
    blocks = [
        {"places": [n for n, c in enumerate(every) if any(c is d for d in same)], **_block(same[-1])}
        for same in list(kinds.values())[:KINDS]
    ]
    after = [n for n in outside if n.made[0] >= last.end]
    # Between two stacks a norm belongs to the first, if it reads what that gives.
    passed = max((s[-1].end for s in stacks if s[-1].end <= first.start), default=0)
    before = [
        n for n in outside if passed <= n.made[0] < first.start and not any(_reads(tape, n, s[-1].out) for s in stacks)
    ]
    return {
        "depth": len({id(c.module) for c in every}),
        "name": first.name,
        "blocks": blocks,
        "final_norm": any(_reads(tape, n, last.out) for n in after) or _pools(tape, call, last, after),
        "embedding_norm": any(_reaches(tape, call, n, first) for n in before),
    }


def _reads(tape, norm, end):
    """Whether a norm reads just what a stack gives."""
    source = tape.steps[norm.source[0]].outs[norm.source[1]]
    return source.numel() == end.numel() and not differs(source.flatten(), end.flatten())


def _pools(tape, call, last, norms):
    """ "pooled" if a norm reads a part or a mean of what the stack gives, and "no" if none does."""
    made = tape._made.get(id(last.out))
    moved = _moved(tape, call, made, "frozen but pools") if made and norms else set()
    return "pooled" if any(n.source in moved for n in norms) else False


def _reaches(tape, call, norm, first):
    """Whether the stream that enters the first block depends on a norm before it."""
    made = tape._made.get(id(stream_of(first)))
    return made is not None and made in _moved(tape, call, norm.made, None, made[0])


def _moved(tape, call, address, mixing, until=None):
    """The addresses that move with one."""
    value = tape.steps[address[0]].outs[address[1]]
    noise = torch.randn(value.shape, generator=torch.Generator().manual_seed(3))
    moved = Tape({address: lambda t: t + noise}, mixing, tape, until=until)
    try:
        run(lambda _: call(), None, moved)
    except Undecided:
        return set()
    return moved.changed


def _block(call):
    shape = stream_of(call).shape
    generator = torch.Generator().manual_seed(4)
    rows = shape.numel() // shape[-1]
    # Rows of different sizes, with a mean: what a norm would remove.
    size = torch.logspace(-0.3, 0.3, rows)[torch.randperm(rows, generator=generator)].reshape(*shape[:-1], 1)
    x = size * (torch.randn(shape, generator=generator) + 0.3 * torch.randn(shape[-1], generator=generator))
    tape = Tape()
    with listening(call.module, tape) as calls:
        try:
            return {"problem": "", **measure_block(Block(replay(call), x, calls), calls.name)}
        except Undecided as problem:
            return {"problem": str(problem)}
        except Exception as error:  # whatever a block may raise
            return {"problem": f"{type(error).__name__}: {' '.join(str(error).split())[:140]}"}
