"""Rules about the tables that check files describe, and reading them."""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache

from refutable.library import Corpus, Entry
from refutable.problem import Problem, did_you_mean
from refutable.table import Misdescribed, Table, make_table, read_tables


def tables_of(corpus: Corpus) -> dict[str, Table]:
    """All tables, by claim and name: `claim.table`."""
    return {f"{table.id}.{table.name}": table for _, tables, _ in _read(corpus) for table in tables}


def fit_their_recordings(corpus: Corpus) -> Iterator[Problem]:
    """What TABLES of a check describes is there, in the recording beside it, and its rows name claims that exist."""
    for entry, tables, problem in _read(corpus):
        if problem:
            yield Problem(entry.check_path, 1, problem, "correct TABLES, or record again")
        for id in {id: None for table in tables for _, id in table.rows if id and id not in corpus.entries}:
            yield Problem(entry.check_path, 1, f"a table names the unknown claim `{id}`",
                          did_you_mean(id, corpus.entries, "see `refutable check`"))


def _read(corpus: Corpus) -> Iterator[tuple[Entry, Sequence[Table], str]]:
    for entry in corpus.entries.values():
        if entry.check and entry.recording_path and "TABLES" in entry.check_text:
            with suppress(ValueError):  # a recording that cannot be read is reported where it is judged
                yield entry, *_laid_out(entry.id, entry.check_text, corpus.text(entry.recording_path))


@lru_cache(maxsize=8)  # rules and stamps ask, and recordings are long
def _laid_out(id: str, check: str, recording: str) -> tuple[Sequence[Table], str]:
    """The tables that a check describes, or what is wrong with the description; raises ValueError if it is no JSON."""
    recorded = json.loads(recording)
    try:
        return [make_table(id, name, spec, recorded) for name, spec in read_tables(check).items()], ""
    except Misdescribed as error:
        return [], str(error)
