"""The Anki deck: known by ids, dated by what it was made from, and the same bytes from the same cards."""

import io
import json
import re
import sqlite3
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from reader.anki_deck import SHOWN, deck
from reader.cards import Card, banner, card, sections
from reader.interview_questions import PARTS, Question
from refutable.status import Status

CARDS = [
    Card(id="why", topic_id="norms", question="Why is \\(x > 0\\)?", topic="Norms", level="easy", banner="",
         short="<p>So.</p>", rubric="<ul><li>You said so.</li></ul>", full="<p>So it is.</p>", follow_ups="<p>?</p>",
         weak="<p>No.</p>", address="https://example.org/#why"),
    Card(id="how", topic_id="depth", question="How?", topic="Depth", level="hard", banner="", short="<p>Thus.</p>",
         rubric="<ul><li>Thus.</li></ul>", full="<p>Thus.</p>", follow_ups="<p>?</p>", weak="<p>Not.</p>",
         address="https://example.org/#how"),
]


def notes(package: bytes, folder: Path) -> dict[str, dict[str, str]]:
    """The notes of a package by their guid: every field, the tags and the date."""
    database = folder / "collection.anki2"
    database.write_bytes(zipfile.ZipFile(io.BytesIO(package)).read("collection.anki2"))
    with sqlite3.connect(database) as connection:
        rows = connection.execute("select guid, flds, tags, mod from notes").fetchall()
    return {guid: dict(zip(SHOWN, fields.split("\x1f"), strict=True)) | {"tags": tags, "dated": dated}
            for guid, fields, tags, dated in rows}


def test_the_same_cards_and_date_give_the_same_bytes_in_any_process():
    program = f"""
import sys
from hashlib import sha256
from reader.cards import Card
from reader.anki_deck import deck
print(sha256(deck({CARDS!r}, 1_700_000_000, 'Tests')).hexdigest())
"""
    hashes = {subprocess.run([sys.executable, "-c", program], env={"PYTHONHASHSEED": seed, "TZ": zone,
                             "PYTHONPATH": ":".join(sys.path)}, capture_output=True, text=True, check=True).stdout
              for seed, zone in (("1", "UTC"), ("2", "Asia/Tokyo"))}
    assert len(hashes) == 1


def test_a_note_is_known_by_its_question_and_not_by_its_text(tmp_path):
    before = notes(deck(CARDS, 1_700_000_000), tmp_path)
    after = notes(deck([replace(CARDS[0], short="<p>Otherwise.</p>"), CARDS[1]], 1_700_000_100), tmp_path)
    assert set(before) == set(after) == {"Where the Norm Goes: why", "Where the Norm Goes: how"}
    one = after["Where the Norm Goes: why"]
    assert one["short"] == "<p>Otherwise.</p>" and one["dated"] == 1_700_000_100
    assert one["question"] == "Why is \\(x > 0\\)?" and one["tags"].split() == ["topic::norms", "level::easy"]


def test_a_card_whose_claim_fell_is_dated_by_that(tmp_path):
    fallen = replace(CARDS[0], banner="Do not.", dated=1_700_000_500)
    found = notes(deck([fallen, CARDS[1]], 1_700_000_100), tmp_path)
    assert [found[f"Where the Norm Goes: {id}"]["dated"] for id in ("why", "how")] == [1_700_000_500, 1_700_000_100]
    assert [id for id, note in found.items() if "doubtful" in note["tags"]] == ["Where the Norm Goes: why"]


def test_each_topic_has_a_deck_of_its_own_and_its_number_stays(tmp_path):
    def decks(cards):
        (tmp_path / "c").write_bytes(zipfile.ZipFile(io.BytesIO(deck(cards, 1))).read("collection.anki2"))
        with sqlite3.connect(tmp_path / "c") as connection:
            found = json.loads(connection.execute("select decks from col").fetchone()[0])
        return {d["name"]: d["id"] for d in found.values() if d["name"] != "Default"}

    assert set(decks(CARDS)) == {"Where the Norm Goes::Norms", "Where the Norm Goes::Depth"}
    assert decks(CARDS[1:]).items() <= decks(CARDS).items()


PAGE = """<h1 id="interview-norms">Norms</h1>
<h2 class="question" data-level="easy" id="why">Why is <span class="arithmatex">\\(x &gt; 0\\)</span>?</h2>
<h3 id="why-short">In 30 seconds<a class="headerlink" href="#why-short">¶</a></h3>
<p>So, in <abbr title="x">LN</abbr>. <span class="stamp" data-digest="1"><a class="stamp-word" href="../../claims/a/"
aria-describedby="stamp-1">checked</a><span class="stamp-why" role="tooltip" id="stamp-1">Why</span></span></p>
<h3 id="why-full">In full</h3><div class="arithmatex">\\[ x \\]</div>
<h3 id="why-follow-ups">Follow-ups</h3><ul><li>?</li></ul>
<h3 id="why-weak">A weak answer</h3><p>No. <a href="../../misconceptions/norms/#no">See</a></p>
<h3 id="why-rubric">Grade yourself</h3><ul><li>You said so.</li></ul>
<h2 class="question" data-level="easy" id="how">How?</h2>"""


@pytest.fixture
def question() -> Question:
    parts = dict.fromkeys(PARTS, "<!-- claim: layer-norm-ignores-scale -->")
    return Question("why", "Why is $x > 0$?", "easy", "interview/norms.md", "norms", "Norms", 3, parts)


def test_a_card_is_cut_out_of_the_rendered_page(question):
    made = card(question, sections(PAGE), {}, "https://example.org/interview/norms/")
    assert made.question == 'Why is <span class="arithmatex">\\(x &gt; 0\\)</span>?'
    assert made.full == '<div class="arithmatex">\\[ x \\]</div>' and made.rubric == "<ul><li>You said so.</li></ul>"
    assert 'href="https://example.org/claims/a/"' in made.short and "LN. " in made.short
    assert not re.search("stamp-why|tooltip|abbr|headerlink|<h[1-6]", made.short)
    assert made.weak == '<p>No. <a href="https://example.org/misconceptions/norms/#no">See</a></p>'
    assert (made.banner, made.dated, made.address) == ("", 0, "https://example.org/interview/norms/#why")


@pytest.mark.parametrize("status", [Status.REFUTED, Status.UNPROVEN])
def test_a_card_whose_claim_falls_carries_a_banner(question, judged_once, status):
    from refutable.examine import examine
    from refutable.progress import Progress

    assessments = examine(judged_once, Progress()).assessments
    assert banner(question, assessments) == ""
    fallen = {id: replace(a, status=status, when="2026-11-29 19:16 UTC") for id, a in assessments.items()}
    made = card(question, sections(PAGE), fallen, "https://example.org/")
    assert made.banner == f"Do not rely on this answer: “LayerNorm ignores the scale of its input” is {status.value}."
    assert made.dated == 1795979760
