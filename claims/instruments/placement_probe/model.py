"""Everything that is measured of one model: its blocks, each kind once, and the norms outside of them."""

import re
import sys
from pathlib import Path

import torch

from .compare import differs, noise_like
from .kinds import measure_kinds
from .norms import find_norms
from .problems import Unbuilt, Undecided, said
from .stacks import find_stacks, listening
from .tape import Tape, run


def measure_model(model, call):
    torch.set_num_threads(1)
    tape = Tape(record=True)
    if any(isinstance(part, torch.jit.ScriptModule) for part in model.modules()):
        raise Unbuilt("a part of it is a ScriptModule, which nobody can listen to; hand in what was scripted")
    with listening(model, tape) as calls:
        try:
            run(lambda _: call(), None, Tape())  # some models make tables, or change their mind, the first time
            calls.made.clear()
            calls.given.clear()
            run(lambda _: call(), None, tape)
        except (Exception, SystemExit) as error:  # whatever a model may raise
            raise Unbuilt(f"it does not run on small inputs: {said(error)}") from error
    stacks = find_stacks(model, tape, calls)
    if not stacks:
        raise Undecided("no two neighbouring modules pass on a stream of one shape; give it two layers or more, or "
                        "name the class of one layer")
    spans = [(c.start, c.end) for stack in stacks for c in stack]
    outside = find_norms(tape, lambda _: call(), None, lambda i: any(a <= i < b for a, b in spans))
    again = _Again(tape, call)
    alike = {}
    for stack in stacks:
        alike.setdefault(_likeness(stack, alike), []).append(stack)
    apart = {n.made if n.where < 0 else id(calls.made[n.where].module): n for n in outside}.values()
    return {"stacks": [_stack(same, stacks, again, outside) for same in alike.values()],
            "outside": [{"kind": n.kind, "epsilon": n.epsilon, "gain": n.gain, "name": calls.name(n.where),
                         "place": _place(n, alike.values(), again)} for n in apart],
            "problem": "", **_origin(model)}


def _place(norm, groups, again):
    if any(again.reads(norm, stages[-1][-1]) for stages in groups):
        return "after the last block"
    starts = {stage[0].start: stage is stages[0] for stages in groups for stage in stages}
    first = next((starts[start] for start in sorted(starts) if start > norm.made[0]), None)
    return {True: "before the first block", False: "between two stages", None: "elsewhere"}[first]


class _Again:
    """Runs of the whole model in which one tensor moves."""

    def __init__(self, tape, call):
        self.tape, self.call = tape, call

    def moved(self, address, mixing=None, until=None, held=()):
        noise = noise_like(self.tape.value(address), 3)
        edits = {a: lambda _, a=a: self.tape.value(a).clone() for a in held}
        tape = Tape({address: lambda t: t + noise} | edits, mixing, self.tape, until=until)
        try:
            run(lambda _: self.call(), None, tape)
        except Undecided:
            return set()
        return tape.changed

    def reads(self, norm, call):
        """Whether a norm reads just what a block gives."""
        source, end = self.tape.value(norm.source), self.tape.value(call.exit) if call.exit else call.out
        return source.numel() == end.numel() and not differs(source.flatten(), end.flatten())

    def ends_in(self, norms, call):
        """Whether what a block gives goes on through these norms alone."""
        if not norms or call.exit is None:
            return bool(norms)
        last = max(norm.made[0] for norm in norms)
        return not any(index > last for index, _ in self.moved(call.exit, held=[norm.made for norm in norms]))

    def feeds(self, norm, entry):
        """Whether a norm normalizes what enters a block: it reaches that, and what it reads does not reach it else."""
        past = entry in self.moved(norm.source, None, entry[0], [norm.made])
        return not past and entry in self.moved(norm.made, None, entry[0])


def _likeness(stack, before):
    """Stacks are one where they share their modules, follow each other in a list of lists, or form a pyramid."""
    def like(other):
        one_class = [type(c.module) for c in stack] == [type(c.module) for c in other]
        follows = one_class and other[-1].exit is not None and other[-1].exit == stack[0].entry
        pyramid = type(stack[0].module) is type(other[0].module) and stack[0].stream.shape != other[0].stream.shape
        return follows or pyramid or [c.module for c in stack] == [c.module for c in other]

    return next((key for key, others in before.items() if any(map(like, others))), len(before))


def _stack(stages, stacks, again, outside):
    """What is measured of a stack, or of the stages that are one: every kind of block once."""
    first, last, every = stages[0][0], stages[-1][-1], [c for stage in stages for c in stage]
    after = [n for n in outside if n.made[0] >= last.end]
    # Between two stacks a norm belongs to the first, if it reads what that gives.
    passed = max((s[-1].end for s in stacks if s[-1].end <= first.start), default=0)
    before = [n for n in outside if passed <= n.made[0] < first.start
              and not any(again.reads(n, s[-1]) for s in stacks)]
    final = [n for n in after if again.reads(n, last)]
    return {"depth": len({id(c.module) for c in every}), "name": first.name,
            "stages": [len(stage) for stage in stages], "blocks": measure_kinds(every),
            "final_norm": again.ends_in(final, last) if final else _pooled(again, last, after),
            "embedding_norm": first.entry is not None and any(again.feeds(n, first.entry) for n in before)}


def _pooled(again, last, norms):
    """ "pooled" if a norm reads a part or a mean of what the stack gives, True if it reads it and more, else False."""
    end = last.exit
    moved = again.moved(end, "frozen but pools") if end and norms else set()
    sizes = [again.tape.value(n.source).numel() for n in norms if n.source in moved]
    return "pooled" if sizes and min(sizes) < last.out.numel() else bool(sizes)


def _origin(model):
    """The package of the code, and the first year in its copyright notices: nothing is decided by them."""
    module = type(model).__module__
    file = getattr(sys.modules.get(module), "__file__", None)
    paths = Path(file).parent.glob("*.py") if file else ()
    texts = [path.read_text(encoding="utf-8", errors="ignore")[:2000] for path in paths]
    years = [int(y) for text in texts  # some notices are older than what they protect
             for y in re.findall(r"Copyright (?:\(c\) )?(20(?:1[7-9]|2\d))", text)]
    return {"family": module.removeprefix("transformers.models.").split(".")[0], "year": min(years, default=None)}
