"""Norms, found by what they do: a row's scale goes in and does not come out."""

from dataclasses import dataclass

import torch

from .tape import Tape, Undecided, run

FILL = 0.5  # every vector of parameters holds this value: a gain then shows as 0.5, an offset gain as 1.5, none as 1
START = (-1, 0)  # the address of the input


@dataclass
class Norm:
    """`source` and `made` are the addresses of what is normalized and of the outcome, gain and bias included."""

    source: tuple
    made: tuple
    kind: str  # LayerNorm | RMSNorm | L2 norm
    width: int
    epsilon: float | None  # None: not of a known form
    gain: str  # none | w | 1+w | other
    bias: bool
    where: int


def find_norms(base, call, x, outside=None):
    """All norms of a recorded run; `outside` names the steps to leave out. Each is confirmed by an intervention."""
    found, ends = [], {}
    for index, step in enumerate(base.steps):
        if step.mixes or not step.outs or (outside and outside(index)):
            continue
        v = step.outs[0]
        if v.dim() < 2 or not v.is_floating_point() or v.shape[-1] < 8 or v.numel() // v.shape[-1] < 4:
            continue
        for address, u in step.inputs:
            fit = _fit(u, v) if u.shape == v.shape and address is not None else None
            if fit is None or address in ends:
                continue
            norm = _confirm(base, call, x, (index, 0), address, u, fit)
            if norm:
                found.append(norm)
                ends[(index, 0)] = ends[norm.made] = norm
                break
    return found


def _fit(u, v):
    """Whether every row of v is an affine function of that row of u and all come out at one scale."""
    u, v = (t.reshape(-1, t.shape[-1]).double() for t in (u, v))
    mean_u, mean_v = u.mean(1), v.mean(1)
    square, root = ((u - mean_u[:, None]) ** 2).mean(1), ((v - mean_v[:, None]) ** 2).mean(1).sqrt()
    if not (torch.isfinite(square).all() and (square > 0).all() and (root > 0).all()):
        return None
    slope = ((u - mean_u[:, None]) * v).mean(1) / square
    rest = (v - mean_v[:, None] - slope[:, None] * (u - mean_u[:, None])).abs().amax(1)
    if (rest > 1e-4 * root).any() or (slope <= 0).any():
        return None
    scaled = bool(((mean_v - slope * mean_u).abs() <= 1e-4 * (root + mean_v.abs())).all())
    size = (u**2).mean(1) if scaled else square
    after = slope * size.sqrt()
    same = after.max() - after.min() <= 0.02 * after.mean() and (
        scaled or mean_v.max() - mean_v.min() <= 0.01 * root.min()
    )
    return (
        {
            "scaled": scaled,
            "size": size,
            "gain": float(after.median()),
            "bias": 0.0 if scaled else float(mean_v.mean()),
            "root": root,
            "mean": mean_v,
            "zero": bool((mean_u.abs() <= 1e-5 * square.sqrt()).all()),
        }
        if same
        else None
    )


def _confirm(base, call, x, made, address, u, fit):
    """Scale every row of the source by another factor, from 1e-7 to 100: only small ones may matter, through epsilon."""
    kind, source = ("RMSNorm", address) if fit["scaled"] else ("LayerNorm", address)
    if fit["scaled"] and fit["zero"] and address != START:
        # What arrives is centred already. If it was centred here, one step back lies the source of a LayerNorm.
        for back, before in base.steps[address[0]].inputs:
            shift = before - u if before.shape == u.shape else None
            if back is not None and shift is not None and shift.abs().max() > 0 and constant_in_rows(shift):
                kind, source = "LayerNorm", back
    rows = u.numel() // u.shape[-1]
    factor = torch.logspace(-7, 2, rows, dtype=u.dtype).reshape(*u.shape[:-1], 1)
    tape = Tape({source: lambda t: t * factor}, like=base, keep=[made], until=made[0])
    try:
        run(call, x * factor if source == START else x, tape)
    except (Undecided, RuntimeError):
        return None
    if made not in tape.kept:
        return None
    v = tape.kept[made].reshape(rows, -1).double()
    k = factor.reshape(rows).double()
    size = ((v**2).mean(1) if fit["scaled"] else ((v - v.mean(1, keepdim=True)) ** 2).mean(1)).sqrt()
    usual = (fit["root"] ** 2 + fit["mean"] ** 2).sqrt() if fit["scaled"] else fit["root"]
    ratio = size / usual
    large = k >= 1
    if (ratio[large] - 1).abs().max() > 0.02:
        return None
    gain, bias, end = _follow(base, made, fit["gain"], fit["bias"])
    if kind == "RMSNorm" and abs(fit["gain"] * u.shape[-1] ** 0.5 - 1) < 0.02:
        kind, gain = "L2 norm", gain * u.shape[-1] ** 0.5
    names = {1.0: "none", FILL: "w", 1 + FILL: "1+w"}
    return Norm(
        source,
        end,
        kind,
        u.shape[-1],
        _epsilon(k, ratio, fit["size"]),
        next((word for value, word in names.items() if abs(gain - value) < 0.02 * value), "other"),
        abs(bias) > 1e-3,
        base.steps[made[0]].where,
    )


def _follow(base, end, gain, bias):
    """Multiply by what the same module does to the outcome next: a gain, a bias, or nothing."""
    where, first = base.steps[end[0]].where, end[0]
    for index in range(first + 1, min(first + 8, len(base.steps))):
        step = base.steps[index]
        before = next((value for address, value in step.inputs if address == end), None)
        if before is None or step.mixes or step.where != where or before.shape != step.outs[0].shape:
            continue
        a, b, exact = _line(before, step.outs[0])
        if exact:
            gain, bias, end = gain * a, bias * a + b, (index, 0)
    return gain, bias, end


def _line(u, v):
    """The one line through all pairs of elements, and whether they lie on it."""
    u, v = u.double().flatten(), v.double().flatten()
    a = float(((u - u.mean()) * (v - v.mean())).sum() / ((u - u.mean()) ** 2).sum().clamp_min(1e-300))
    b = float(v.mean() - a * u.mean())
    return a, b, float((v - a * u - b).abs().max()) <= 1e-4 * float(v.abs().max())


def _epsilon(k, ratio, size):
    """The epsilon under the root that explains how much smaller the rows with small factors come out; or beside it."""
    usable = (ratio > 0.03) & (ratio < 0.98)
    if not usable.any():
        return 0.0 if ratio.min() > 0.98 else None  # too few rows to tell
    k, r, q = k[usable], ratio[usable], size[usable]
    for estimate in (k**2 * q * (1 - r**2) / (r**2 - k**2), k * q.sqrt() * (1 - r) / (r - k)):
        if estimate.min() > 0 and estimate.max() <= 1.05 * estimate.min():
            return float(estimate.median())
    return None


def constant_in_rows(t):
    return bool((t - t.mean(-1, keepdim=True)).abs().max() <= 1e-5 * t.abs().max())
