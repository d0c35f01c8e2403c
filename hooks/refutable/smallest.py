"""The smallest input on which a mutant and its reference disagree, found and shrunk by Hypothesis."""

from collections.abc import Callable, Iterator, Mapping
from types import ModuleType
from typing import Any

import numpy as np

from refutable.check import DRAWN
from refutable.verdict import Counterexample


def smallest(mutant: str, subject: str, module: ModuleType, subjects: Mapping[str, Any],
             believed: Mapping[str, Any], attempt: Callable[[Callable[[], Any]], Any]) -> Iterator[Counterexample]:
    """Yield at most one counterexample. A visible difference is preferred to one that hides in the last digits.

    `believed` are the subjects with the mutant among them. `attempt` calls a function and returns its value, or None
    if it raises: an input that is refused says nothing.
    """
    from hypothesis import HealthCheck, Phase, find, settings
    from hypothesis.errors import NoSuchExample

    observe, wanted = _observe(module, subject, subjects)
    quiet = settings(database=None, derandomize=True, deadline=None, max_examples=300,
                     phases=[Phase.generate, Phase.shrink], suppress_health_check=list(HealthCheck))
    for tolerance in (1e-3, 1e-9):

        def disagree(drawn: Mapping[str, Any], tolerance: float = tolerance) -> bool:
            values = attempt(lambda: [_look(observe, drawn, s) for s in (believed, subjects)])
            return values is not None and _differ(values[0], values[1], tolerance)

        try:
            drawn = find(_inputs(wanted), disagree, settings=quiet)
        except NoSuchExample:
            continue
        given = ", ".join(f"{name} = {_text(value)}" for name, value in drawn.items())
        yield Counterexample(mutant, given, _text(_look(observe, drawn, believed)),
                             _text(_look(observe, drawn, subjects)))
        return


def _observe(module: ModuleType, subject: str, subjects: Mapping[str, Any]) -> tuple[Callable[..., Any], list[str]]:
    """The check's own `observe`, or plainly the subject's value at a vector `x`; and the inputs to draw."""
    if not hasattr(module, "observe"):
        return (lambda subjects, x: subjects[subject](x)), ["x"]
    code = module.observe.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]

    def call(subjects: Mapping[str, Any], **drawn: Any) -> Any:
        return module.observe(**drawn, **{name: subjects[name] for name in names if name not in DRAWN})

    return call, [name for name in names if name in DRAWN]


def _inputs(names: list[str]) -> Any:
    from hypothesis import strategies as st

    number = st.integers(-9, 9).map(float)  # small and whole: a reader checks it by hand
    row = st.integers(2, 4).flatmap(lambda width: st.lists(number, min_size=width, max_size=width))
    rows = st.tuples(st.integers(2, 3), st.integers(2, 4)).flatmap(
        lambda shape: st.lists(st.lists(number, min_size=shape[1], max_size=shape[1]),
                               min_size=shape[0], max_size=shape[0]))
    kinds = {"x": row.map(np.array), "tokens": rows.map(np.array), "n": st.integers(1, 48),
             "a": st.integers(1, 100).map(float)}
    return st.fixed_dictionaries({name: kinds[name] for name in names})


def _look(observe: Callable[..., Any], drawn: Mapping[str, Any], subjects: Mapping[str, Any]) -> Any:
    copies = {name: np.copy(value) if isinstance(value, np.ndarray) else value for name, value in drawn.items()}
    with np.errstate(all="ignore"):
        return observe(subjects, **copies)


def _differ(believed: Any, true: Any, tolerance: float) -> bool:
    a, b = np.asarray(believed), np.asarray(true)
    if a.dtype.kind not in "fiub" or b.dtype.kind not in "fiub":
        return str(believed) != str(true)
    if a.shape != b.shape:
        return bool(np.isfinite(b).all())
    if not (np.isfinite(b).all() and np.isfinite(a).all()):
        return False  # a reader learns more from two numbers than from NaN
    return bool(np.max(np.abs(a - b) - tolerance * (1 + np.abs(b)), initial=-1.0) > 0)


def _text(value: Any) -> str:
    """Numbers short enough to be checked by hand, whatever they are nested in."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_text, value))}]"
    if isinstance(value, (int, float, np.number)) and not isinstance(value, (bool, np.complexfloating)):
        return f"{value + 0.0:.5g}"  # the sum makes -0 a plain 0
    return str(value)
