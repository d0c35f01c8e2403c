"""Everything that is measured of one block, as plain data."""

from .attention import attends
from .block import factor
from .compare import differs
from .joins import added, find_joins, find_terms, kept_for
from .norms import START
from .tape import Tape, run

SCALES = (1, 10, 100)


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
    attention = attends(block, inside)
    order = [(join.out, "+") for join in joins] + [(block.norms[n].made, "N") for n in on_path]
    return {
        "joins": [{"skip": j.skip, "scale": j.scale, "output_norms": j.output_norms, "bounded": j.bounded}
                  for j in joins],
        "branches": _branches(terms),
        "skip": path,
        "skip_norms": on_path,
        "order": [word for _, word in sorted(order)],
        "ends_in_norm": any(_is_output(block, n) for n in on_path),
        "norms": [{"kind": norm.kind, "width": norm.width, "epsilon": norm.epsilon, "gain": norm.gain,
                   "bias": norm.bias, "reads": sorted(readers[n]), "name": named(norm.where),
                   "logits": attention["feeds"].get(n, "")} for n, norm in enumerate(block.norms)],
        "head": attention["head"],
        **_scales(block, path),
    }


def _is_output(block, n):
    made = block.value(block.norms[n].made)
    return made.numel() == block.y.numel() and not differs(made.flatten(), block.y.flatten())


def _reaches_output(block, n):
    """Whether the norm lies on a path through the block on which no matrix lies."""
    return differs(block.again(block.moved(block.norms[n].made), "frozen")[1], block.y)


def _skip(block, norms):
    """What the path without matrices does to the input: its factor, or "normalized", "mixed", "none"."""
    x = block.x + block.noise
    moved = block.again(None, "frozen", x)[1]
    if not differs(moved, block.y):
        return "none"
    if norms:
        held = block.again(block.frozen(block.norms[n].made for n in norms), "frozen", x)[1]
        return "mixed" if differs(held, block.y) else "normalized"
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
    """The factor by which a branch is multiplied last, if there is one."""
    ends = {norm.made for norm in block.norms}
    for n, (address, _) in enumerate(block.base.steps[join.out[0]].inputs):
        step = block.base.steps[address[0]] if n != join.place and address not in (None, START) else None
        if step and not step.mixes and len(step.inputs) == 1 and address not in ends:
            times = factor(step.outs[0].flatten(), step.inputs[0][1].flatten())
            if times == times and abs(times - 1) > 1e-4:
                return times
    return 1.0


def _branches(terms):
    """Terms of one join that all mix tokens, or all do not, are one branch."""
    groups = {}
    for term in terms:
        groups.setdefault((term.join, term.mixes), []).append(term)

    def all_of(group, what):
        return sorted(set().union(*(getattr(term, what) for term in group)))

    return [{"join": join, "mixes": mixes, **{what: all_of(group, what) for what in ("reads", "raw", "norms")}}
            for (join, mixes), group in groups.items()]


def _scales(block, path):
    """From outside: the input at three scales, and all that matrices write ten times as large, or not at all."""
    trials = {**{k: (k, None) for k in SCALES}, "weights": (1, 10.0), "zero": (1, 0.0)}
    outs = {name: run(block.call, k * block.x, Tape(mixing=mixing)) for name, (k, mixing) in trials.items()}
    kept = path if isinstance(path, float) else 0.0
    size = {name: float(y.norm()) for name, y in outs.items()}
    written = {name: float((y - kept * trials[name][0] * block.x).norm()) for name, y in outs.items()}
    one = written[1] or float("nan")
    return {"output_ratio": [size[k] / size[1] for k in SCALES], "written_ratio": [written[k] / one for k in SCALES],
            "weights_ratio": written["weights"] / one, "zero_ratio": written["zero"] / one}
