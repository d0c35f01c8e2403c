"""Everything that is measured of one block, as plain data."""

import torch

from .attention import attends
from .block import factor
from .compare import differs
from .joins import added, find_joins, kept_for, merges
from .norms import START
from .problems import Undecided
from .tape import Tape, run
from .terms import find_terms

SMALL, SCALES = 0.03, (1, 10, 100)  # small enough that a squashing is nearly linear


def measure_block(block, named):
    """`named` gives a module call's name by its number, for the record alone: nothing is decided by it."""
    joins = find_joins(block)
    terms, readers = find_terms(block, joins)
    reading = [n for n in readers if readers[n]]
    inside = [n for n in readers if not readers[n]]
    on_path = [n for n in reading if _reaches_output(block, n)]
    for n in inside:
        _note_output_norm(block, joins, n)
    for join in joins:
        join.bounded = bool(join.output_norms) and not _moves_past_norms(block, join)
        join.scale = _scale(block, join)
    path = _skip(block, on_path)
    attention = attends(block, inside, [join.out for join in joins])
    order = [(join.out, "+") for join in joins] + [(block.norms[n].made, "N") for n in on_path]
    return {
        "joins": [{"skip": j.skip, "scale": j.scale, "output_norms": j.output_norms, "bounded": j.bounded}
                  for j in joins],
        "branches": _branches(terms),
        "skip": path,
        "skip_norms": on_path,
        "order": [word for _, word in sorted(order)],
        "ends_in_norm": any(_is_output(block, n) for n in on_path),
        "merges": merges(block),
        "unseen": _writes_elsewhere(block, [j.out for j in joins] + [block.norms[n].made for n in on_path]),
        "shape": list(block.x.shape),
        "features": sorted({_taken(step) for step in block.base.steps if step.op in ("mm", "addmm", "convolution")}),
        "norms": [{"kind": norm.kind, "width": norm.width, "epsilon": norm.epsilon, "gain": norm.gain,
                   "bias": norm.bias, "reads": sorted(readers[n]), "name": named(norm.where),
                   "logits": attention["feeds"].get(n, "")} for n, norm in enumerate(block.norms)],
        "head": attention["head"],
        **_scales(block, path),
    }


def _taken(step):
    """How many features a matrix takes, or how many channels a convolution does."""
    return step.operands[0][0][1] if step.op == "convolution" else step.operands[-1][0][-2]


def _is_output(block, n):
    made = block.value(block.norms[n].made)
    if made.numel() != block.y.numel():
        return False
    return not differs(made.flatten().sort().values, block.y.flatten().sort().values)  # axes may be exchanged


def _writes_elsewhere(block, seen):
    """Whether matrices write to the output past all that was found on the skip path."""
    try:
        return differs(block.again(block.frozen(seen), 0.0)[1], block.y)
    except Undecided:  # a router sends tokens elsewhere if it writes nothing
        return False


def _reaches_output(block, n):
    """Whether the norm lies on a path through the block on which no matrix lies."""
    return differs(block.again(block.moved(block.norms[n].made), "frozen")[1], block.y)


def _skip(block, norms):
    """What the path without matrices does to the input: its factor, or "normalized", "mixed", "beside", "none".

    "beside": it passes the input on as it is, and a branch without matrices adds to that what comes through norms.
    """
    x = block.x + block.noise
    moved = block.again(None, "frozen", x)[1]
    if not differs(moved, block.y):
        return "none"
    if norms:
        held = block.again(block.frozen(block.norms[n].made for n in norms), "frozen", x)[1]
        if not differs(held, block.y):
            return "normalized"
        times = factor((held - block.y).flatten(), block.noise.flatten())
        return "beside" if times == times else "mixed"
    times = factor((moved - block.y).flatten(), block.noise.flatten())
    return times if times == times else "mixed"


def _note_output_norm(block, joins, n):
    """A norm that reads no stream and reaches a join without a matrix between stands at a branch's output."""
    tape = block.again(block.moved(block.norms[n].made), "frozen", keep=kept_for(joins))[0]
    for join in joins:
        if differs(added(block, join, tape, block.x), added(block, join), 1e-4):
            join.output_norms.append(n)


def _moves_past_norms(block, join):
    """Whether what a join adds depends on the input once the norms at the branch's output are held fixed."""
    x = block.x + block.noise
    held = block.frozen(block.norms[n].made for n in join.output_norms)
    tape = block.again(held, x=x, keep=kept_for([join]))[0]
    return differs(added(block, join, tape, x), added(block, join), 1e-4)


def _scale(block, join):
    """The factor by which a branch is multiplied last, by the addition or before it."""
    ends = {norm.made for norm in block.norms}
    for n, (address, value) in enumerate(block.base.steps[join.out[0]].inputs):
        if n == join.place or address in (None, START):
            continue
        step, scale = block.base.steps[address[0]], factor(added(block, join), value.flatten())
        if not step.mixes and len(step.inputs) == 1 and address not in ends:
            scale *= factor(step.outs[0].flatten(), step.inputs[0][1].flatten())
        if scale == scale and abs(scale - 1) > 1e-4:
            return scale
    return 1.0


def _branches(terms):
    """Terms of one join that all mix tokens, or all do not, and that read the same norms are one branch."""
    groups = {}
    for term in terms:
        groups.setdefault((term.join, term.mixes, tuple(sorted(term.norms))), []).append(term)

    def all_of(group, what):
        return sorted(set().union(*(getattr(term, what) for term in group)))

    return [{"join": join, "mixes": mixes, **{what: all_of(group, what) for what in ("reads", "raw", "norms")}}
            for (join, mixes, _), group in groups.items()]


def _scales(block, path):
    """From outside: the input at several scales, every row at its own, and ten times or none of what matrices write."""
    trials = {**{k: (k, None) for k in (*SCALES, -1, SMALL, -SMALL)}, "weights": (1, 10.0), "zero": (1, 0.0)}
    outs = {name: run(block.call, k * block.x, Tape(mixing=mixing)) for name, (k, mixing) in trials.items()}
    kept = path if isinstance(path, float) else 0.0
    size = {name: float(y.norm()) for name, y in outs.items()}
    written = {name: float((y - kept * trials[name][0] * block.x).norm()) for name, y in outs.items()}
    one = written[1] or float("nan")
    odd = {k: float((outs[k] - outs[-k] - 2 * kept * k * block.x).norm()) for k in (1, SMALL)}  # biases cancel
    large = SCALES[-1] * block.x * torch.logspace(0, 1, block.x.shape[:-1].numel()).reshape(*block.x.shape[:-1], 1)
    by_rows = run(block.call, large, Tape()) - kept * large - (outs[SCALES[-1]] - kept * SCALES[-1] * block.x)
    return {"output_ratio": [size[k] / size[1] for k in SCALES], "written_ratio": [written[k] / one for k in SCALES],
            "weights_ratio": written["weights"] / one, "zero_ratio": written["zero"] / one,
            "small_ratio": odd[SMALL] / (odd[1] or float("nan")),
            "rows_ratio": float(by_rows.norm()) / (written[SCALES[-1]] or float("nan"))}
