"""The Anki deck of the interview questions. A note is known by its question's id: importing again adds nothing.

Anki takes a note over only if it is dated later than its own, so a deck is dated by what it was made from. The same
cards and the same date give the same bytes.
"""

import hashlib
import io
import itertools
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from pathlib import Path

import genanki

from reader.cards import Card

NAME = "Where the Norm Goes"
# Anki knows note types and decks by number; another number would be another note type.
_MODEL = 1794206311
_DECKS = 1_500_000_000

_FRONT = """\
{{#banner}}<div class="banner">{{banner}}</div>{{/banner}}
<p class="where">{{topic}} · {{level}}</p>
<div class="question">{{question}}</div>"""
_BACK = """\
{{FrontSide}}
<hr id="answer">
<h2>In 30 seconds</h2>{{short}}
<h2>Grade yourself</h2>{{rubric}}
<details><summary>In full</summary>{{full}}</details>
<details><summary>Follow-ups</summary>{{follow_ups}}</details>
<details><summary>A weak answer</summary>{{weak}}</details>
<p class="where"><a href="{{address}}">{{address}}</a></p>"""
_LOOK = """\
.card { font: 17px/1.55 Georgia, serif; max-width: 42em; margin: 0 auto; padding: .5em 1em }
.card { color: #1c2128; background: #fcfbf8 } pre { overflow-x: auto }
.question { font-size: 1.25em; line-height: 1.3 } .where, h2, summary, .stamp { font-family: system-ui, sans-serif }
.where, .stamp-word { color: #59616c; font-size: .75em } h2 { font-size: .85em; margin: 1.2em 0 .3em }
.banner { border: 2px solid #b3261e; padding: .4em .8em; margin-bottom: 1em }
summary { font-size: .85em; margin: .6em 0 } .counterexample { border-left: 3px solid #b3261e; padding-left: .8em }
table { border-collapse: collapse; font-size: .85em }
td, th { border: 1px solid #d9d5cb; padding: .3em .6em; text-align: left }
.nightMode.card { color: #e4e2dc; background: #14181d } .nightMode a { color: #8fc1ff }"""


SHOWN = tuple(field.name for field in fields(Card) if field.name not in ("id", "topic_id", "dated"))


class _Note(genanki.Note):  # type: ignore[misc]  # genanki has no types
    """A note that may be dated later than its deck."""

    dated = 0

    def write_to_db(self, cursor: object, timestamp: float, deck_id: int, id_gen: Iterator[int]) -> None:
        super().write_to_db(cursor, max(timestamp, self.dated), deck_id, id_gen)


def deck(cards: Sequence[Card], dated: int, about: str = "") -> bytes:
    """An .apkg file: one deck a topic below a common one; `dated` in seconds since 1970."""
    model = genanki.Model(_MODEL, NAME, fields=[{"name": name} for name in SHOWN],
                          templates=[{"name": "Question", "qfmt": _FRONT, "afmt": _BACK}], css=_LOOK)
    decks = [_deck(topic, list(group), model, about)
             for topic, group in itertools.groupby(cards, key=lambda card: card.topic_id)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "deck.apkg"
        genanki.Package(decks).write_to_file(path, timestamp=dated)
        return _undated(path.read_bytes())


def _deck(topic: str, cards: Iterable[Card], model: genanki.Model, about: str) -> genanki.Deck:
    cards = list(cards)
    number = _DECKS + int(hashlib.sha256(topic.encode()).hexdigest()[:7], 16)
    made = genanki.Deck(number, f"{NAME}::{cards[0].topic}", about)
    for card in cards:
        note = _Note(model, [getattr(card, name) for name in SHOWN], guid=f"{NAME}: {card.id}",
                     tags=[f"topic::{card.topic_id}", f"level::{card.level}", *["doubtful"] * bool(card.banner)])
        note.dated = card.dated
        made.add_note(note)
    return made


def _undated(package: bytes) -> bytes:
    """The same archive without the time at which its members were written."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(package)) as before, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as after:
        for name in sorted(before.namelist()):
            after.writestr(zipfile.ZipInfo(name), before.read(name), zipfile.ZIP_DEFLATED)
    return out.getvalue()
