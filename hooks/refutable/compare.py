"""Comparisons for checks: each records what it observed before it asserts.

They raise AssertionError by hand, so that `python -O` cannot remove them.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from refutable.verdict import Measurement

F = TypeVar("F", bound=Callable[..., Any])

# The trial that is running listens here; without a listener (under pytest, say) comparisons only assert.
_listener: ContextVar[list[Measurement] | None] = ContextVar("listener", default=None)


@contextmanager
def listening() -> Iterator[list[Measurement]]:
    """Collect the measurements made while the context is open."""
    heard: list[Measurement] = []
    token = _listener.set(heard)
    try:
        yield heard
    finally:
        _listener.reset(token)


def close(name: str, got: Any, want: Any, *, rtol: float = 0.0, atol: float = 1e-9) -> None:
    """Assert |got - want| <= atol + rtol * |want| in every element.

    Shapes must be equal (a scalar `want` fits any shape); NaN never passes; infinities pass only where equal.
    Records the element that comes nearest to its limit, or goes farthest past it.
    """
    import numpy as np

    _named("close", name)
    a, b = _numbers(name, got), _numbers(name, want)
    if b.ndim and a.shape != b.shape:
        raise AssertionError(f"{name}: shape {a.shape}, expected {b.shape}")
    with np.errstate(invalid="ignore"):
        error = np.where(a == b, 0.0, np.abs(a - b)).ravel()
        limit = np.broadcast_to(atol + rtol * np.abs(np.where(np.isfinite(b), b, 0.0)), a.shape).ravel()
        worst = int(np.argmax(np.where(np.isnan(error), np.inf, error - limit)))
    _record(Measurement(name, "close", float(error[worst]), float(limit[worst])))


def below(name: str, got: Any, limit: float) -> None:
    """Assert that every element of `got` is at most `limit`; NaN never passes."""
    _named("below", name)
    _record(Measurement(name, "below", float(_numbers(name, got).max()), float(limit)))


def above(name: str, got: Any, limit: float) -> None:
    """Assert that every element of `got` is at least `limit`; NaN never passes."""
    _named("above", name)
    _record(Measurement(name, "above", float(_numbers(name, got).min()), float(limit)))


def equal(name: str, got: Any, want: Any) -> None:
    """Assert exact equality: of numbers, strings or containers, or of every element of two arrays of one shape."""
    _named("equal", name)
    _record(Measurement(name, "equal", _short(got), _short(want)), _same(got, want))


def mutant(subject: str, wrong: str = "", *, belief: bool = False) -> Callable[[F], F]:
    """Mark a function as a deliberately wrong `subject`; its docstring says in one sentence what is wrong.

    Called by itself, as `mutant("subject", "name")`, it takes the function `name` of `wrong.py` in the subject's
    folder: a wrong version that several checks use.

    In place of a function the mutant is called as the subject is; in place of a recording it is called once with
    a copy of the recording and returns the falsified one. `belief=True`: this mutant is the misconception that the
    record quotes, and the engine looks for the smallest input on which it and the reference disagree.
    """

    def mark(function: F) -> F:
        function.__dict__["mutates"] = subject
        function.__dict__["belief"] = belief
        return function

    return mark


def _record(measurement: Measurement, passed: bool | None = None) -> None:
    heard = _listener.get()
    if heard is not None:
        heard.append(measurement)
    if not (measurement.passed if passed is None else passed):
        raise AssertionError(measurement.sentence())


def _named(comparison: str, name: object) -> None:
    if not isinstance(name, str):
        raise TypeError(f'{comparison}() wants to know first what is compared, in words: {comparison}("the mean", ...)')


def _numbers(name: str, value: Any) -> Any:
    """An array of floats; what is empty or no array of numbers is a failure, as a wrong value is."""
    import numpy as np  # the build itself must start without numpy

    if np.iscomplexobj(value):
        raise AssertionError(f"{name}: {_short(value)} is complex; compare real and imaginary part")
    try:
        array = np.asarray(value, dtype=float)
    except (TypeError, ValueError) as error:
        raise AssertionError(f"{name}: {_short(value)} is no array of numbers ({error})") from None
    if array.size == 0:
        raise AssertionError(f"{name}: nothing to compare, it is empty")
    return array


def _same(got: Any, want: Any) -> bool:
    """Numbers are compared as arrays, so that NaN differs from itself in lists too; whatever else as Python does."""
    import numpy as np

    try:
        a, b = np.asarray(got), np.asarray(want)
    except ValueError:  # rows of unequal length are no array
        return bool(got == want)
    if all(side.dtype.kind in "biufc" for side in (a, b)) or isinstance(got, np.ndarray):
        return a.shape == b.shape and bool(np.all(a == b))
    return bool(got == want)


def _short(value: Any) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 80 else text[:77] + "..."
