"""A question as a card, from the rendered page on which it stands, and what is doubtful about its answer."""

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import urljoin

from reader.claim_box import doubts
from reader.interview_questions import PARTS, Question
from refutable.assessment import Assessment
from refutable.page import title
from refutable.prose import inline

_HEADING = re.compile(r'<h[1-6]\b[^>]*\bid="([^"]+)"[^>]*>.*?</h[1-6]>', re.DOTALL)
_NOT_ON_A_CARD = re.compile(r'<span class="stamp-why".*?</span>| aria-describedby="[^"]*"'
                            r'| data-(?:stamp|digest)="[^"]*"|</?abbr[^>]*>', re.DOTALL)


@dataclass(frozen=True)
class Card:
    """A question; all but `id`, `topic_id`, `level` and `dated` is HTML, with TeX between \\( \\) and \\[ \\]."""

    id: str
    topic_id: str
    question: str
    topic: str
    level: str
    banner: str  # what is doubtful about the answer now; empty if nothing is
    short: str
    rubric: str
    full: str
    follow_ups: str
    weak: str
    address: str
    dated: int = 0  # not to be dated earlier than this, in seconds since 1970


def sections(page: str) -> dict[str, str]:
    """What stands below each heading of a rendered page, by the heading's id."""
    found = list(_HEADING.finditer(page))
    ends = [match.start() for match in found[1:]] + [len(page)]
    return {match[1]: page[match.end():end].strip() for match, end in zip(found, ends, strict=True)}


def banner(question: Question, assessments: Mapping[str, Assessment]) -> str:
    """HTML: which claims behind an answer have fallen; empty if none has."""
    fallen = doubts(question.claims, assessments)
    return "" if not fallen else "Do not rely on this answer: " + " ".join(
        f"“{inline(title(a))}” is {a.status.value}." for a in fallen)


def card(q: Question, page: Mapping[str, str], assessments: Mapping[str, Assessment], url: str) -> Card:
    """`page`: the sections of the rendered page, stamped, its formulas still TeX; `url`: its full address."""
    parts = {part: _on_a_card(page[f"{q.id}-{part}"], url) for part in PARTS}
    fallen = doubts(q.claims, assessments)
    return Card(id=q.id, topic_id=q.topic, question=str(inline(q.title)), topic=html.escape(q.topic_title),
                level=q.level, banner=banner(q, assessments), short=parts["short"], rubric=parts["rubric"],
                full=parts["full"], follow_ups=parts["follow-ups"], weak=parts["weak"], address=f"{url}#{q.id}",
                dated=max((_seconds(a.when) for a in fallen), default=0))


def _on_a_card(markup: str, url: str) -> str:
    markup = _NOT_ON_A_CARD.sub("", markup)
    return re.sub(r'(href|src)="([^"]*)"', lambda m: f'{m[1]}="{urljoin(url, html.unescape(m[2]))}"', markup)


def _seconds(when: str) -> int:
    """An assessment's "2026-11-29 19:16 UTC" in seconds since 1970; 0 if it never ran."""
    return int(datetime.strptime(when, "%Y-%m-%d %H:%M UTC").replace(tzinfo=UTC).timestamp()) if when else 0
