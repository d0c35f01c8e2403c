"""The comparisons that checks are written with: what passes, what fails, what is recorded."""

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from refutable.compare import above, below, close, equal, listening
from refutable.verdict import Measurement

NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(("got", "want", "limits"), [
    (1.0, 1.0, {}),
    (1.0 + 1e-10, 1.0, {}),  # 1e-9 is the default
    (1.25, 1.0, {"atol": 0.25}),  # a limit may be reached
    ([1.0, 2.0], [1.0, 2.0], {"atol": 0}),
    ([3.0, 3.0], 3, {}),  # a scalar fits any shape
    (110.0, 100.0, {"rtol": 0.11, "atol": 0}),
    ([INF, -INF], [INF, -INF], {}),
])
def test_close_passes(got: Any, want: Any, limits: dict[str, float]):
    close("x", got, want, **limits)


@pytest.mark.parametrize(("got", "want", "limits", "message"), [
    (1.5, 1.0, {"atol": 0.25}, "x: observed error 0.5, at most 0.25 allowed"),
    (1.0 + 1e-8, 1.0, {}, "x: observed error 1e-08, at most 1e-09 allowed"),
    ([0.0, 5.0, 1.0], [0.0, 1.0, 1.0], {}, "x: observed error 4, at most 1e-09 allowed"),
    (NAN, 1.0, {"atol": INF}, "x: observed error nan, at most inf allowed"),
    (NAN, NAN, {}, "x: observed error nan, at most 1e-09 allowed"),
    ([1.0, NAN], [1.0, 1.0], {"atol": 9}, "x: observed error nan, at most 9 allowed"),
    (1.0, NAN, {}, "x: observed error nan, at most 1e-09 allowed"),
    (INF, -INF, {}, "x: observed error inf, at most 1e-09 allowed"),
    (INF, 1.0, {"rtol": 1.0}, "x: observed error inf, at most 1 allowed"),
    (1.0, INF, {"rtol": 1.0}, "x: observed error inf, at most 1e-09 allowed"),  # rtol of infinity allows everything
    ([1.0, 2.0], [1.0], {}, "x: shape (2,), expected (1,)"),
    ([[1.0, 2.0]], [1.0, 2.0], {}, "x: shape (1, 2), expected (2,)"),  # nothing is broadcast
    ([], [], {}, "x: nothing to compare, it is empty"),
    ([], 1.0, {}, "x: nothing to compare, it is empty"),
])
def test_close_fails(got: Any, want: Any, limits: dict[str, float], message: str):
    with pytest.raises(AssertionError) as failure:
        close("x", got, want, **limits)
    assert str(failure.value) == message


@pytest.mark.parametrize(("compare", "got", "limit"), [
    (below, 1.0, 1.0), (below, [0.5, 1.0], 1), (below, -INF, 0), (below, 5, INF),
    (above, 1.0, 1.0), (above, [1.0, 1.5], 1), (above, INF, 0), (above, -5, -INF),
])
def test_a_bound_is_kept(compare: Callable[..., None], got: Any, limit: float):
    compare("x", got, limit)


@pytest.mark.parametrize(("compare", "got", "limit", "message"), [
    (below, [0.5, 1.5], 1, "x: observed 1.5, at most 1 allowed"),
    (above, [0.5, 1.5], 1, "x: observed 0.5, at least 1 allowed"),
    (below, NAN, 1, "x: observed nan, at most 1 allowed"),
    (above, NAN, 1, "x: observed nan, at least 1 allowed"),
    (below, [0.5, NAN], 1, "x: observed nan, at most 1 allowed"),
    (above, [1.5, NAN], 1, "x: observed nan, at least 1 allowed"),
    (below, 1, NAN, "x: observed 1, at most nan allowed"),
    (above, 1, NAN, "x: observed 1, at least nan allowed"),
    # A mutant that returns nothing fails the check; it does not break it.
    (below, [], 1, "x: nothing to compare, it is empty"),
    (above, [], 1, "x: nothing to compare, it is empty"),
])
def test_a_bound_is_broken(compare: Callable[..., None], got: Any, limit: float, message: str):
    with pytest.raises(AssertionError) as failure:
        compare("x", got, limit)
    assert str(failure.value) == message


@pytest.mark.parametrize(("got", "want"), [
    (3, 3), ("a", "a"), ((2, 3), (2, 3)), ([1, "a"], [1, "a"]), ({"a": 1}, {"a": 1}), ({1, 2}, {2, 1}), (None, None),
    (True, np.bool_(True)), (np.arange(3), [0, 1, 2]), ([], []), (INF, INF), ([[1], [1, 2]], [[1], [1, 2]]),
])
def test_equal_passes(got: Any, want: Any):
    equal("x", got, want)


@pytest.mark.parametrize(("got", "want"), [
    (3, 4), ("a", "b"), ((2, 3), (3, 2)), ((2,), (2, 2)), ({"a": 1}, {"a": 2}), (None, 0), (NAN, NAN), (1, 1 + 1e-15),
    (np.arange(3), np.arange(4)), (np.arange(3), 1), ([1.0, NAN], [1.0, NAN]), ("1", 1),
    ([1, "a"], ["1", "a"]),  # NumPy would make text of both
    ([[1], [1, 2]], [[1], [1, 3]]),
])
def test_equal_fails(got: Any, want: Any):
    with pytest.raises(AssertionError, match=r"^x: observed .*, expected .*"):
        equal("x", got, want)


def test_an_imaginary_part_is_not_dropped():
    """NumPy drops it with a warning; the eigenvalues of a Jacobian may have one."""
    with pytest.raises((AssertionError, TypeError)), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        close("x", np.array([1 + 5j]), np.array([1.0]))


def test_what_is_observed_is_recorded_before_it_fails():
    with listening() as heard, pytest.raises(AssertionError):
        close("first", [1.0, 1.3, 1.1], 1, atol=0.5)
        below("second", [1.0, 2.0], 4)
        above("third", 6.0, 4)
        equal("fourth", "a", "b")
    assert heard == [Measurement("first", "close", pytest.approx(0.3), 0.5), Measurement("second", "below", 2.0, 4.0),
                     Measurement("third", "above", 6.0, 4.0), Measurement("fourth", "equal", "'a'", "'b'")]


@pytest.mark.parametrize(("relation", "observed", "limit", "margin"), [
    ("close", 0.25, 1.0, 0.75), ("close", 0.0, 0.0, 0.0), ("below", 2.0, 4.0, 0.5), ("below", 5.0, 4.0, -0.25),
    ("above", 6.0, 4.0, 0.5), ("above", 3.0, -4.0, 1.75), ("above", 3.0, 0.0, 3.0), ("below", -INF, 4.0, None),
    ("below", NAN, 4.0, None), ("equal", "a", "a", None),
])
def test_a_margin_is_a_share_of_the_limit(relation: str, observed: Any, limit: Any, margin: float | None):
    assert Measurement("x", relation, observed, limit).margin == margin


def test_a_long_text_is_cut():
    with pytest.raises(AssertionError) as failure:
        equal("x", "a" * 500, "b")
    assert len(str(failure.value)) < 140
