"""Charts of recordings as SVG: deterministic, coloured by style rules, told apart by shape and dash as well."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from refutable.render import number, render

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 640.0, 360.0, 64.0, 16.0, 14.0, 48.0


class Misdrawn(Exception):
    """A description that cannot be drawn; the message says what is wrong with it."""


@dataclass(frozen=True)
class Axis:
    """Values from `low` to `high` on pixels from `start` to `end`, linear or logarithmic."""

    low: float
    high: float
    start: float
    end: float
    log: bool

    def at(self, value: float) -> float:
        low, high, v = (math.log(x) if self.log else x for x in (self.low, self.high, value))
        return round(self.start + (v - low) / (high - low) * (self.end - self.start), 1)

    @property
    def ticks(self) -> list[float]:
        """Round values inside the axis: powers of ten, or of two where these are too few; or multiples of 1, 2, 5."""
        if self.log:
            for base in (10.0, 2.0):
                first = math.ceil(math.log(self.low, base) - 1e-9)
                last = math.floor(math.log(self.high, base) + 1e-9)
                step = max(1, math.ceil((last - first) / 8))
                if last - first >= 2:
                    return [base**n for n in range(first, last + 1, step)]
            return [self.low, self.high]
        raw = (self.high - self.low) / 5
        unit = 10.0 ** math.floor(math.log10(raw))
        step_ = next(unit * m for m in (1, 2, 5, 10) if unit * m >= raw)
        return [n * step_ for n in range(math.ceil(self.low / step_ - 1e-9), math.floor(self.high / step_ + 1e-9) + 1)]


def chart(spec: Mapping[str, Any], id: str) -> str:
    """The figure as HTML: SVG with title and description, a legend, and the numbers as a table; raises Misdrawn.

    `spec`: `title`, `x` and `y` (what the axes show), `log` ("", "x", "y" or "xy"), `series` (name -> [[x, y], ...]),
    `lines` (name -> y of a horizontal line), `says` (what is to be seen, in a sentence).
    """
    series, lines = _series(spec), dict(spec.get("lines") or {})
    log = str(spec.get("log", ""))
    xs = [x for points in series.values() for x, _ in points]
    ys = [y for points in series.values() for _, y in points] + [float(v) for v in lines.values()]
    across = _axis(xs, _LEFT, _WIDTH - _RIGHT, "x" in log)
    up = _axis(ys, _HEIGHT - _BOTTOM, _TOP, "y" in log)
    drawn = [(name, [(across.at(x), up.at(y)) for x, y in points]) for name, points in series.items()]
    rows = sorted(set(xs))
    return render(
        "figure.html", id=id, spec=spec, drawn=drawn, points=_points, width=_WIDTH, height=_HEIGHT, left=_LEFT,
        right=_WIDTH - _RIGHT, top=_TOP, bottom=_HEIGHT - _BOTTOM, mark=_mark,
        ticks_x=[(across.at(v), number(v)) for v in across.ticks], ticks_y=[(up.at(v), number(v)) for v in up.ticks],
        lines=[(name, up.at(float(v)), number(float(v))) for name, v in lines.items()], names=list(series),
        rows=[(number(x), [next((number(y) for a, y in points if a == x), "") for points in series.values()])
              for x in rows],
    )


def _series(spec: Mapping[str, Any]) -> dict[str, list[tuple[float, float]]]:
    missing = [key for key in ("title", "x", "y", "series", "says") if not spec.get(key)]
    if missing:
        raise Misdrawn(f"the figure has no {', '.join(missing)}")
    found = {str(name): [(float(x), float(y)) for x, y in points] for name, points in spec["series"].items()}
    values = [v for points in found.values() for point in points for v in point]
    if not values or not all(math.isfinite(v) for v in values):
        raise Misdrawn("the figure has a series without finite numbers")
    return found


def _axis(values: Sequence[float], start: float, end: float, log: bool) -> Axis:
    low, high = min(values), max(values)
    if log:
        if low <= 0:
            raise Misdrawn(f"a logarithmic axis cannot show {low:g}")
        low, high = low / 1.15, high * 1.15
    else:
        room = (high - low or abs(high) or 1.0) * 0.06
        low, high = (0.0 if 0 <= low < (high - low) else low - room), high + room
    return Axis(low, high, start, end, log)


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)


def _mark(series: int, x: float, y: float) -> str:
    """The path of a marker: disc, square, triangle, diamond, cross, in turn."""
    r, d = 4.5, 9.0
    return (
        f"M{x - r},{y}a{r},{r} 0 1,0 {d},0a{r},{r} 0 1,0 {-d},0",
        f"M{x - r},{y - r}h{d}v{d}h{-d}z",
        f"M{x},{y - r}l{r},{d}h{-d}z",
        f"M{x},{y - 6}l6,6l-6,6l-6,-6z",
        f"M{x - r},{y - r}l{d},{d}m{-d},0l{d},{-d}",
    )[series % 5]
