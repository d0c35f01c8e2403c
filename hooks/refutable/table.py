"""Tables of recordings, as a check file describes them: nothing is run for one, so it is shown where nothing can be."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from refutable.problem import did_you_mean

_KEYS = ("columns", "where", "only", "sort", "filter", "claims")


@dataclass(frozen=True)
class Table:
    """Rows of text under headings; a row may name a claim about it."""

    id: str  # of the claim whose recording it shows
    name: str
    headings: Sequence[str]
    rows: Sequence[tuple[Sequence[str], str]]  # cells, and the id of a claim or nothing
    filters: Sequence[str]  # headings
    made: str  # when, and with what

    @property
    def key(self) -> str:
        """A name that no other table has, for ids and style rules."""
        return f"{self.id}--{_slug(self.name)}"  # no id has two hyphens in a row

    @cached_property
    def options(self) -> list[tuple[str, int, list[str]]]:
        """What can be filtered for: heading, place of its column, and the values there, the commonest first."""
        found = []
        for heading in self.filters:
            column = list(self.headings).index(heading)
            values = [cells[column] for cells, _ in self.rows]
            found.append((heading, column, sorted(set(values), key=lambda v: (-values.count(v), v))))
        return found


class Misdescribed(Exception):
    """A description of tables that cannot be read, or does not fit its recording; the message says why."""


def read_tables(text: str) -> Mapping[str, Mapping[str, Any]]:
    """The descriptions in the source of a check file: a literal, so that nothing has to be run for it.

    `TABLES = {name: {"columns": {heading: key}, "where": {key: value}, "only": [first cell], "sort": [heading],
    "filter": [heading], "claims": {first cell: claim}}}`; all but the columns may be left out, and `only` gives the
    order as well. A key names a part of a run's values or outcome, with dots for parts of parts.
    """
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "TABLES" for t in node.targets):
            try:
                tables: Mapping[str, Mapping[str, Any]] = dict(ast.literal_eval(node.value))
                return tables
            except (ValueError, TypeError, SyntaxError) as error:
                raise Misdescribed(f"TABLES is no literal dictionary ({error})") from error
    return {}


def make_table(id: str, name: str, spec: Mapping[str, Any], recording: Mapping[str, Any]) -> Table:
    """Lay out the runs of a recording; raises Misdescribed."""
    try:
        columns, claims, where = dict(spec["columns"]), dict(spec.get("claims", {})), dict(spec.get("where", {}))
        only, sort, filters = (list(spec.get(key, [])) for key in ("only", "sort", "filter"))
        runs = [{**run["with"], **_mapping(run["outcome"])} for run in recording["runs"]]
        shown = [run for run in runs if all(_part(run, key) == value for key, value in where.items())]
        shown.sort(key=lambda run: [_sortable(_part(run, columns[heading])) for heading in sort])
        rows = [[_text(_part(run, key)) for key in columns.values()] for run in shown]
        if only:
            rows = sorted((cells for cells in rows if cells[0] in only), key=lambda cells: only.index(cells[0]))
        made = ", ".join(f"{name} {version}" for name, version in recording["environment"].items()
                         if name != "platform")
        wrong = next(_mistakes(spec, columns, rows, [*only, *claims], filters), "")
        if wrong:
            raise Misdescribed(f"the table `{name}` {wrong}")
        return Table(id, name, list(columns), [(cells, claims.get(cells[0], "")) for cells in rows], filters,
                     f"{recording['date']}, with {made}")
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        what = f"{type(error).__name__}: {error}"
        raise Misdescribed(f"the table `{name}` does not fit its recording ({what})") from error


def _mistakes(spec: Mapping[str, Any], columns: Mapping[str, str], rows: Sequence[Sequence[str]],
              named: Iterable[str], filters: Iterable[str]) -> Iterator[str]:
    for key in spec:
        if key not in _KEYS:
            yield f"has the unknown key `{key}`; {did_you_mean(key, _KEYS, 'see read_tables')}"
    if not rows:
        yield "has no rows"
    for heading, cells in zip(columns, zip(*rows, strict=True), strict=True):
        if not any(cells):
            yield f"finds nothing under `{columns[heading]}` in any run"
    for heading in filters:
        if heading not in columns:
            yield f"filters by `{heading}`, which is no heading"
    for cell in named:
        if cell not in {cells[0] for cells in rows}:
            yield f"names `{cell}`, with which no row begins"


def _slug(word: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", word.lower()).strip("-")


def rules(table: Table) -> str:
    """Style rules that hide the rows another value of a filter has; they need no script."""
    return "".join(_rules(table))


def _rules(table: Table) -> Iterator[str]:
    for _, column, values in table.options:
        for number in range(len(values)):
            yield (f".{table.key}:has(#{table.key}-{column}-{number}:checked) "
                   f'tbody tr:not([data-{column}="{number}"]){{display:none}}')


def _mapping(outcome: Any) -> Mapping[str, Any]:
    return outcome if isinstance(outcome, Mapping) else {"outcome": outcome}


def _part(run: Any, key: str) -> Any:
    for name in key.split("."):
        run = run.get(name) if isinstance(run, Mapping) else None
    return run


def _text(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: ""}[value]
    if isinstance(value, list):
        return ", ".join(map(_text, value))
    return f"{value:g}" if isinstance(value, float) else str(value)


def _sortable(value: Any) -> tuple[bool, float, str]:
    number = isinstance(value, int | float)
    return value is None, float(value) if number else 0.0, "" if number else _text(value)
