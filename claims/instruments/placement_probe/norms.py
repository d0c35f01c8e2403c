"""Norms, found by what they do: the scale of a row goes in and does not come out."""

from dataclasses import dataclass

import torch

from .compare import constant_in_rows, line
from .problems import Undecided
from .tape import Tape, run

FILL = 0.59  # every vector of parameters holds this value: a gain then shows as 0.59, an offset gain as 1.59, none as 1
GAINS = {1.0: "none", FILL: "w", 1 + FILL: "1+w"}
START = (-1, 0)  # the address of the input


@dataclass
class Norm:
    """`source` and `made` are the addresses of what is normalized and of the outcome, gain and bias included."""

    source: tuple
    made: tuple
    kind: str  # LayerNorm | RMSNorm | L2 norm
    width: int
    epsilon: float | None  # None: not of a known form, or not to be seen in so few rows
    gain: str  # none | w | 1+w | other
    bias: bool
    where: int  # the module call that made it


def find_norms(base, call, x, outside=None):
    """All norms of a recorded run; `outside` names steps to leave out. Each is confirmed by an intervention."""
    found = []
    for index, step in enumerate(base.steps):
        if step.mixes or not step.outs or (outside and outside(index)):
            continue
        v = step.outs[0]
        if v.dim() < 2 or not v.is_floating_point() or v.shape[-1] < 4 or v.numel() // v.shape[-1] < 4:
            continue
        where = None if step.op in ("native_layer_norm", "_fused_rms_norm") else step.where  # epsilon is all inside
        for address, u in step.inputs:
            fit = _fit(u, v) if u.shape == v.shape and address is not None else None
            ends = {norm.made for norm in found}
            sources = _sources(base, address, u, not fit["scaled"], where, ends) if fit else ()
            norms = (_confirm(base, call, x, (index, 0), u, fit, *source) for source in sources)
            norm = next(filter(None, norms), None)
            if norm and all(norm.made != other.made for other in found):
                found.append(norm)
                break
    return found


def _fit(u, v):
    """Whether every row of v is an affine function of that row of u, and all rows come out at one scale."""
    u, v = (t.reshape(-1, t.shape[-1]).double() for t in (u, v))
    mean_u, mean_v = u.mean(1), v.mean(1)
    square, root = ((u - mean_u[:, None])**2).mean(1), ((v - mean_v[:, None])**2).mean(1).sqrt()
    if not (torch.isfinite(square).all() and (square > 0).all() and (root > 0).all()):
        return None
    slope = ((u - mean_u[:, None]) * v).mean(1) / square
    rest = (v - mean_v[:, None] - slope[:, None] * (u - mean_u[:, None])).abs().amax(1)
    if (rest > 1e-4 * root).any() or (slope <= 0).any():
        return None
    scaled = bool(((mean_v - slope * mean_u).abs() <= 1e-4 * (root + mean_v.abs())).all())
    size = (u**2).mean(1) if scaled else square
    after = slope * size.sqrt()
    one_bias = scaled or mean_v.max() - mean_v.min() <= 0.01 * root.min()
    if after.max() - after.min() > 0.02 * after.mean() or not one_bias:
        return None
    return {"scaled": scaled, "gain": float(after.median()), "root": root, "mean": mean_v}


def _confirm(base, call, x, made, u, fit, source, centred, inner):
    """Scale every row of the source by another factor, 1e-7 to 100: only small ones may matter, through epsilon."""
    rows = u.numel() // u.shape[-1]
    k = torch.logspace(-7, 2, rows, dtype=torch.float64)
    large = k >= 1
    shifted = large & (large.cumsum(0) % 2 == 0)  # which a LayerNorm alone does not notice

    def edit(t):
        factor, shift = (w.to(t.dtype).reshape(*t.shape[:-1], 1) for w in (k, 2 * k * shifted))
        return t * factor + shift * t.square().mean(-1, keepdim=True).sqrt()

    tape = Tape({source: edit}, like=base, keep=[made], until=made[0])
    try:
        run(call, x if x is None else edit(x) if source == START else x.clone(), tape)
    except Undecided:
        return None
    except RuntimeError:  # what TorchScript makes of an end before the end, and of shapes that do not fit
        pass
    if made not in tape.kept:
        return None
    v = tape.kept[made].reshape(rows, -1).double()
    spread = (v - v.mean(1, keepdim=True)).square().mean(1).sqrt() / fit["root"]
    ratio = v.square().mean(1).sqrt() / (fit["root"]**2 + fit["mean"]**2).sqrt() if fit["scaled"] else spread
    if not large.any() or (ratio[large & ~shifted] - 1).abs().max() > 0.02:
        return None
    if shifted.any():
        centred = bool((spread[shifted] - 1).abs().max() < 0.02)
    start = (float(fit["root"].median()), float(fit["mean"].mean())) if centred else (fit["gain"], 0.0)
    gain, bias, end = _follow(base, made, *start)
    kind, word = "LayerNorm" if centred else "RMSNorm", _word(gain)
    length = kind == "RMSNorm" and abs(fit["gain"] * u.shape[-1]**0.5 - 1) < 0.02  # it divides by the length of a row
    if length and word == "other":  # no root of the width as a factor behind it
        kind, word = "L2 norm", _word(gain * u.shape[-1]**0.5)
    before = (x if inner == START else base.value(inner)).reshape(rows, -1).double()
    size = (before - before.mean(1, keepdim=True) if centred else before).square().mean(1)
    size *= u.shape[-1] if length else 1  # which adds it to a sum
    epsilon = _epsilon(k[~shifted], ratio[~shifted], size[~shifted])
    return Norm(source, end, kind, u.shape[-1], epsilon, word, abs(bias) > 1e-3, base.steps[made[0]].where)


def _word(gain):
    return next((word for value, word in GAINS.items() if abs(gain - value) < 0.02 * value), "other")


def _sources(base, address, u, centred, where, ends):
    """Where what is divided may come from, the farthest first: it may have been multiplied or centred on the way.

    The last entry of each is what epsilon is added to: nothing that was multiplied outside of the norm's module.
    `ends`: where other norms end, behind which all rows are of one size, and everything looks like a factor.
    """
    found, inner = [(address, centred, address)], address
    while address != START and address not in ends and len(found) < 5:
        link = base.steps[address[0]]
        inputs = [(a, v) for a, v in link.inputs if v.shape == u.shape and a is not None]
        if len(inputs) != 1 or link.mixes:
            break
        before = inputs[0][1]
        shift = u - before
        if constant_in_rows(shift) and shift.any():
            centred = True
        elif not line(before, u)[2]:
            break
        inner = inputs[0][0] if inner == address and link.where == where else inner
        address, u = inputs[0][0], before
        found.append((address, centred, inner))
    return reversed(found)


def _follow(base, end, gain, bias):
    """Take in what the same module does to the outcome next: a gain, a bias, or nothing."""
    where, first = base.steps[end[0]].where, end[0]
    for index in range(first + 1, min(first + 8, len(base.steps))):
        step = base.steps[index]
        before = next((value for address, value in step.inputs if address == end), None)
        if before is None or step.mixes or step.where != where or before.shape != step.outs[0].shape:
            continue
        a, b, exact = line(before, step.outs[0])
        if exact:
            gain, bias, end = gain * a, bias * a + b, (index, 0)
    return gain, bias, end


def _epsilon(k, ratio, size):
    """The epsilon under the root, or beside it, that explains how much smaller the rows with small factors come out."""
    usable = (ratio > 0.03) & (ratio < 0.98)
    if not usable.any():
        return 0.0 if ratio.min() > 0.98 else None
    k, r, q = k[usable], ratio[usable], size[usable]
    for estimate in (k**2 * q * (1 - r**2) / (r**2 - k**2), k * q.sqrt() * (1 - r) / (r - k)):
        if estimate.min() > 0 and estimate.max() <= 1.05 * estimate.min():
            return float(estimate.median())
    return None
