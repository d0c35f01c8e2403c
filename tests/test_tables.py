"""Tables of recordings: laid out as described, and refused where the description does not fit."""

from typing import Any

import pytest

from refutable.table import Misdescribed, make_table, read_tables, rules

RECORDING = {
    "date": "2026-01-02", "environment": {"python": "3.11", "platform": "Linux", "torch": "2"},
    "runs": [{"with": {"model": name}, "outcome": {"size": size, "parts": {"a": "1 w"}, "why": None}}
             for name, size in (("big", 20), ("small", 3), ("middle", 10.5))],
}
SPEC = {"columns": {"model": "model", "size": "size", "part": "parts.a"}, "sort": ["size"]}


def table(**changes: Any):
    return make_table("of-sizes", "rows", {**SPEC, **changes}, RECORDING)


def test_rows_are_sorted_by_value_and_say_when_they_were_made():
    made = table(claims={"big": "a-claim"})
    assert made.rows == [(["small", "3", "1 w"], ""), (["middle", "10.5", "1 w"], ""),
                         (["big", "20", "1 w"], "a-claim")]
    assert made.made == "2026-01-02, with python 3.11, torch 2"


def test_only_some_rows_in_an_order_of_their_own():
    assert [cells[0] for cells, _ in table(only=["big", "small"]).rows] == ["big", "small"]
    assert [cells[0] for cells, _ in table(where={"size": 3}).rows] == ["small"]


def test_each_value_of_a_filter_hides_the_others():
    made = table(filter=["size"])
    assert made.options == [("size", 1, ["10.5", "20", "3"])]
    assert rules(made).count("display:none") == 3 and "#of-sizes--rows-1-2:checked" in rules(made)


@pytest.mark.parametrize(("changes", "said"), [
    ({"filtr": ["size"]}, "has the unknown key `filtr`; did you mean `filter`?"),
    ({"columns": {}, "sort": []}, "does not fit its recording (IndexError"),
    ({"columns": ["model"]}, "does not fit its recording (ValueError"),
    ({"columns": {"model": "model", "size": "sise"}}, "finds nothing under `sise` in any run"),
    ({"columns": {"model": "model", "why": "why"}, "sort": []}, "finds nothing under `why` in any run"),
    ({"filter": ["length"]}, "filters by `length`, which is no heading"),
    ({"sort": ["length"]}, "does not fit its recording (KeyError"),
    ({"only": ["huge"]}, "has no rows"),
    ({"where": {"size": 4}}, "has no rows"),
    ({"only": ["big", "huge"]}, "names `huge`, with which no row begins"),
    ({"claims": {"huge": "a-claim"}}, "names `huge`, with which no row begins"),
])
def test_a_description_that_does_not_fit_is_refused(changes: dict[str, Any], said: str):
    with pytest.raises(Misdescribed) as refused:
        table(**changes)
    assert str(refused.value).startswith(f"the table `rows` {said}")


def test_tables_are_literals():
    assert read_tables('TABLES = {"a": {"columns": {"b": "c"}}}') == {"a": {"columns": {"b": "c"}}}
    with pytest.raises(Misdescribed, match="no literal dictionary"):
        read_tables("TABLES = {name: {} for name in names}")
