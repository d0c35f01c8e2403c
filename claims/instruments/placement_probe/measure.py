"""Everything that is measured of one block, as plain data."""

import torch

from .attention import attends
from .branches import find_joins, find_terms
from .norms import START
from .tape import Tape, differs, run

SCALES = (1, 10, 100)


def measure_block(block, called):
    """`called` maps the number of a module call to the module's name, for the record alone: nothing is decided by it."""
    joins = find_joins(block)
    terms, readers = find_terms(block, joins)
    skip = [n for n in readers if readers[n] and _reaches_output(block, n)]
    for n in readers:
        if not readers[n]:
            _find_output_norms(block, joins, n)
    for join in joins:
        join.bounded = bool(join.output_norms) and not _added_moves(block, join)
        join.scale = _scale(block, join)
    path = _skip(block, skip)
    logits = attends(block, [n for n in readers if not readers[n]])
    out = [n for n, norm in enumerate(block.norms) if not differs(block.y.flatten(), _flat(block, norm.made))]
    return {
        "joins": [
            {
                "skip": join.skip,
                "scale": join.scale,
                "output_norms": join.output_norms,
                "bounded": join.bounded,
                "read_by": sorted(n for n in skip if n + 1 and _reads(block, n, join)),
            }
            for join in joins
        ],
        "branches": _branches(terms),
        "skip_norms": skip,
        "order": [
            word for _, word in sorted([(join.out, "+") for join in joins] + [(block.norms[n].made, "N") for n in skip])
        ],
        "skip": path,
        "ends_in_norm": bool(set(out) & set(skip)),
        "norms": [
            {
                "kind": norm.kind,
                "width": norm.width,
                "epsilon": norm.epsilon,
                "gain": norm.gain,
                "bias": norm.bias,
                "reads": sorted(readers[n]),
                "name": called(norm.where),
                "feeds": logits["norms"].get(n, ""),
            }
            for n, norm in enumerate(block.norms)
        ],
        "head": logits["head"],
        "softmax": logits["softmax"],
        **_scales(block, path),
    }


def _flat(block, address):
    v = block.value(address).flatten()
    return v if v.numel() == block.y.numel() else torch.full_like(block.y.flatten(), float("nan"))


def _reads(block, n, join):
    """Whether a norm reads what a join gives, and nothing else."""
    u, o = block.value(block.norms[n].source).flatten(), block.value(join.out).flatten()
    return u.numel() == o.numel() and not differs(u, o)


def _reaches_output(block, n):
    """Whether the norm lies on a path through the block on which no matrix lies."""
    return differs(block.again(block.moved(block.norms[n].made), "frozen")[1], block.y)


def _skip(block, norms):
    """What the path without matrices does to the input: the factor, "normalized", or "none"."""
    x = block.x + block.noise
    moved = block.again(None, "frozen", x)[1]
    if not differs(moved, block.y):
        return "none"
    if norms:
        held = block.again(block.frozen(block.norms[n].made for n in norms), "frozen", x)[1]
        return "mixed" if differs(held, block.y) else "normalized"
    delta = (moved - block.y).flatten()
    factor = float((delta * block.noise.flatten()).sum() / (block.noise**2).sum())
    return factor if not differs(delta, factor * block.noise.flatten(), 1e-3) else "mixed"


def _find_output_norms(block, joins, n):
    """A norm that reads no stream and reaches a join without a matrix between stands at a branch's output."""
    keep = [a for join in joins for a in (join.out, _stream(block, join)) if a != START]
    tape = block.again(block.moved(block.norms[n].made), "frozen", keep=keep)[0]
    for join in joins:
        if differs(_added(block, join, tape, block.x), _added(block, join, None, None), 1e-4):
            join.output_norms.append(n)


def _added_moves(block, join):
    """Whether what a join adds still depends on the input once the norms at the branch's output are held fixed."""
    keep = [a for a in (join.out, _stream(block, join)) if a != START]
    x = block.x + block.noise
    tape = block.again(block.frozen(block.norms[n].made for n in join.output_norms), x=x, keep=keep)[0]
    return differs(_added(block, join, tape, x), _added(block, join, None, None), 1e-4)


def _stream(block, join):
    return block.base.steps[join.out[0]].inputs[join.place][0]


def _added(block, join, tape, x):
    address = _stream(block, join)
    if tape is None:
        return block.value(join.out).flatten() - block.value(address).flatten()
    return tape.kept[join.out].flatten() - (x if address == START else tape.kept[address]).flatten()


def _scale(block, join):
    """The factor by which a branch is multiplied last, if there is one."""
    for n, (address, _) in enumerate(block.base.steps[join.out[0]].inputs):
        step = block.base.steps[address[0]] if n != join.place and address not in (None, START) else None
        if step and not step.mixes and len(step.inputs) == 1 and not any(m.made == address for m in block.norms):
            before, after = step.inputs[0][1].flatten(), step.outs[0].flatten()
            factor = float((before * after).sum() / (before * before).sum())
            if not differs(after, factor * before, 1e-4) and abs(factor - 1) > 1e-4:
                return factor
    return 1.0


def _branches(terms):
    """Terms of one join that all mix tokens, or all do not, are one branch."""
    groups = {}
    for term in terms:
        groups.setdefault((term.join, term.mixes), []).append(term)
    return [
        {
            "join": join,
            "mixes": mixes,
            "reads": sorted(set().union(*(t.reads for t in group))),
            "raw": sorted(set().union(*(t.raw for t in group))),
            "norms": sorted(set().union(*(t.norms for t in group))),
        }
        for (join, mixes), group in groups.items()
    ]


def _scales(block, path):
    """From outside: the input at three scales, and all that matrices write ten times as large, or not at all."""
    outs = {}
    for name, x, mixing in [
        *((k, k * block.x, None) for k in SCALES),
        ("weights", block.x, 10.0),
        ("zero", block.x, 0.0),
    ]:
        outs[name] = run(block.call, x.clone(), Tape(mixing=mixing))
    kept = path if isinstance(path, float) else 0.0
    size = {name: float(y.norm()) for name, y in outs.items()}
    written = {name: float((y - kept * (name if name in SCALES else 1) * block.x).norm()) for name, y in outs.items()}
    one = written[1] or float("nan")
    return {
        "output_ratio": [size[k] / size[1] for k in SCALES],
        "written_ratio": [written[k] / one for k in SCALES],
        "weights_ratio": written["weights"] / one,
        "zero_ratio": written["zero"] / one,
    }
