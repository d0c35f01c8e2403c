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
    return {"stacks": [_stack(stack, tape, call, outside) for stack in stacks], "built": True, "problem": "",
            "outside": [{"kind": n.kind, "epsilon": n.epsilon, "gain": n.gain, "name": calls.name(n.where)} for n in outside]}


def _stack(stack, tape, call, outside):
    first, last = stack[0], stack[-1]
    blocks, kinds = [], {}
    for c in stack:
        kinds.setdefault((type(c.module), tuple(step.op for step in tape.steps[c.start:c.end])), []).append(c)
    for same in list(kinds.values())[:KINDS]:
        blocks.append({"places": [n for n, c in enumerate(stack) if c in same], **_block(same[-1])})
    end = last.out
    reads_end = [n for n in outside if n.source[0] >= 0 and last.end <= n.made[0]
                 and (v := tape.steps[n.source[0]].outs[n.source[1]]).numel() == end.numel() and not differs(v.flatten(), end.flatten())]
    return {"depth": len(stack), "name": first.name, "blocks": blocks, "final_norm": bool(reads_end),
            "embedding_norm": any(_reaches(tape, call, n, first) for n in outside if n.made[0] < first.start)}


def _reaches(tape, call, norm, first):
    """Whether the stream that enters the first block depends on a norm before it."""
    made = tape._made.get(id(stream_of(first)))
    if made is None:
        return False
    noise = torch.randn(tape.steps[norm.made[0]].outs[0].shape, generator=torch.Generator().manual_seed(3))
    moved = Tape({norm.made: lambda t: t + noise}, like=tape, until=made[0])
    try:
        run(lambda _: call(), None, moved)
    except Undecided:
        return False
    return made in moved.changed


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
