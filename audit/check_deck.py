"""Import the deck of a built site into Anki, twice, and then a newer one: `check_deck.py site`.

Needs the official `anki` package, and genanki to make the newer deck with the engine that made the first.
"""

import io
import json
import sqlite3
import sys
import tempfile
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from anki.collection import Collection, ImportAnkiPackageOptions, ImportAnkiPackageRequest

sys.path.insert(0, str(Path(__file__).parent.parent / "hooks"))
from reader.anki_deck import SHOWN, deck
from reader.cards import Card

DAY = 86400
Counts = dict[str, int]


def cards_of(package: bytes, folder: Path) -> tuple[list[Card], int]:
    """The cards of a deck of ours, and its date."""
    database = folder / "read.anki2"
    database.write_bytes(zipfile.ZipFile(io.BytesIO(package)).read("collection.anki2"))
    with sqlite3.connect(database) as connection:
        rows = connection.execute("select guid, flds, tags, mod from notes order by id").fetchall()
    cards = []
    for guid, values, tags, _ in rows:
        topic = next(tag.removeprefix("topic::") for tag in tags.split() if tag.startswith("topic::"))
        shown = dict(zip(SHOWN, values.split("\x1f"), strict=True))
        cards.append(Card(id=guid.partition(": ")[2], topic_id=topic, **shown))
    return cards, max(row[3] for row in rows)


def take_over(collection: Collection, package: bytes, folder: Path) -> Counts:
    """Import as Anki's dialog does by default; how many notes were new, updated, and left as they were."""
    path = folder / "deck.apkg"
    path.write_bytes(package)
    request = ImportAnkiPackageRequest(package_path=str(path), options=ImportAnkiPackageOptions())
    log = collection.import_anki_package(request).log
    return {name: len(getattr(log, name)) for name in ("new", "updated", "duplicate", "conflicting")}


def main() -> int:
    site = Path(sys.argv[1])
    first = (site / "practice/where-the-norm-goes.apkg").read_bytes()
    asked = [question["id"] for question in json.loads((site / "practice/questions.json").read_text("utf-8"))]
    faults: list[str] = []

    def expect(what: str, got: object, want: object) -> None:
        print(f"{'ok  ' if got == want else 'BAD '} {what}: {got}")
        if got != want:
            faults.append(what)

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        collection = Collection(str(folder / "collection.anki2"))
        try:
            check(collection, first, asked, folder, expect)
        finally:
            collection.close()
    return 1 if faults else 0


def check(collection: Collection, first: bytes, asked: list[str], folder: Path,
          expect: Callable[[str, object, object], None]) -> None:
    count, nothing = len(asked), {"new": 0, "updated": 0, "duplicate": 0, "conflicting": 0}
    expect("first import", take_over(collection, first, folder), {**nothing, "new": count})
    expect("second import", take_over(collection, first, folder), {**nothing, "duplicate": count})
    expect("cards", collection.card_count(), count)
    cards, dated = cards_of(first, folder)
    expect("questions without a note, or the reverse", sorted({card.id for card in cards} ^ set(asked)), [])
    decks = {name for name in (deck.name for deck in collection.decks.all_names_and_ids()) if "::" in name}
    expect("decks", len(decks), len({card.topic_id for card in cards}))
    rendered = [collection.get_card(id) for id in collection.find_cards("")]
    expect("cards that show a template", [c.id for c in rendered if "{{" in c.question() or "{{" in c.answer()], [])

    seen = rendered[0]
    seen.start_timer()
    collection.sched.answerCard(seen, 3)
    reviewed = collection.get_card(seen.id)
    edited = next(card for card in cards if reviewed.note().guid.endswith(f": {card.id}"))
    newer = [replace(card, short="<p>Edited.</p>", banner="Doubtful.") if card is edited else card for card in cards]
    counts = take_over(collection, deck(newer, dated + DAY), folder)
    expect("an edited deck adds", counts["new"], 0)
    note = collection.get_card(seen.id).note()
    expect("the edited answer", note["short"], "<p>Edited.</p>")
    expect("its banner shows", "Doubtful." in collection.get_card(seen.id).question(), True)
    expect("its tag", note.has_tag("doubtful"), True)
    expect("cards after it", collection.card_count(), count)
    after = collection.get_card(seen.id)
    expect("its schedule", (after.due, after.ivl, after.reps), (reviewed.due, reviewed.ivl, reviewed.reps))
    expect("an older deck changes", take_over(collection, first, folder), {**nothing, "duplicate": count})


if __name__ == "__main__":
    sys.exit(main())
