"""The interview questions as files for programs: JSON for the page, CSV for everything else."""

import csv
import html
import io
import json
import posixpath
import re
from collections.abc import Mapping, Sequence

from mathml import to_mathml
from reader.cards import banner
from reader.claim_box import address, doubts
from reader.interview_questions import PARTS, Question
from reader.study_plans import MINUTES
from refutable.assessment import Assessment
from refutable.examine import Examined
from refutable.marker import MARKER, MarkerKind
from refutable.prose import inline, plain
from refutable.subject import Subject

_ARITHMATEX = re.compile(r'<span class="arithmatex">\\\((.*?)\\\)</span>', re.DOTALL)


def questions_json(questions: Sequence[Question], assessments: Mapping[str, Assessment]) -> str:
    """What the interview page and other programs need of each question; its answers are at `url`."""
    return json.dumps([_plain(q, assessments) for q in questions], ensure_ascii=False, indent=1)


def _plain(q: Question, assessments: Mapping[str, Assessment]) -> dict[str, object]:
    return {"id": q.id, "topic": q.topic, "topic_title": q.topic_title, "level": q.level, "minutes": MINUTES[q.level],
            "url": address(q), "question": q.title, "html": with_mathml(q.title), "criteria": list(q.criteria),
            "criteria_html": [with_mathml(c) for c in q.criteria], "claims": list(q.claims),
            "doubt": _mathml(banner(q, assessments)), "misconceptions": _misconceptions(q, assessments)}


def _misconceptions(q: Question, assessments: Mapping[str, Assessment]) -> list[dict[str, str]]:
    """Those that its answers link to, and the false sentences that the claims of its answers quote."""
    found: dict[str, dict[str, str]] = {}
    for link in q.misconceptions:
        page, _, anchor = link.target.partition("#")
        path = posixpath.normpath(posixpath.join(posixpath.dirname(q.page), page)).removesuffix(".md")
        found[_bare(link.text)] = {"html": with_mathml(link.text), "url": f"{path}/#{anchor}"}
    for a in (assessments[id] for id in q.claims if id in assessments):
        if a.claim and a.claim.misconception:
            found.setdefault(_bare(a.claim.misconception),
                             {"html": with_mathml(a.claim.misconception), "url": f"claims/{a.id}/"})
    return list(found.values())


def _bare(sentence: str) -> str:
    return re.sub(r"\W+", " ", sentence).strip().lower()


def with_mathml(text: str) -> str:
    """A sentence of Markdown as HTML whose formulas need no script."""
    return _mathml(str(inline(text)))


def _mathml(markup: str) -> str:
    return _ARITHMATEX.sub(lambda m: to_mathml(html.unescape(m[1]).strip(), False), markup)


def questions_csv(questions: Sequence[Question], examined: Examined, root: str) -> str:
    """A row a question, as plain text with TeX; `root`: the site's address."""
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(["id", "topic", "level", "question", *(heading.lower() for heading in PARTS.values()), "doubt",
                   "address"])
    for q in questions:
        parts = [_text(q.parts[part], examined.stamper.subjects) for part in PARTS]
        doubt = "; ".join(f"{a.id} is {a.status.value}" for a in doubts(q.claims, examined.assessments))
        rows.writerow([q.id, q.topic_title, q.level, _unmarked(q.title), *parts, doubt, f"{root}{address(q)}"])
    return out.getvalue()


def _unmarked(text: str) -> str:
    """Without Markdown's marks, but with the dollar signs of formulas."""
    return "$".join(part if n % 2 else plain(part) for n, part in enumerate(text.split("$")))


def _text(markdown: str, subjects: Mapping[str, Subject]) -> str:
    """Readable in a spreadsheet, which would take a leading dash or equals sign for a formula."""
    def shown(match: re.Match[str]) -> str:
        subject = subjects.get(match[2])
        if subject is None or match[1] not in (MarkerKind.EQUATION, MarkerKind.CODE):
            return ""
        return f"${subject.tex}$" if match[1] == MarkerKind.EQUATION else subject.code

    text = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", MARKER.sub(shown, markdown))
    text = re.sub(r"(?m)^[-*] +", "• ", re.sub(r"(?m)[ \t]+$", "", text))
    text = _unmarked(re.sub(r"\n{3,}", "\n\n", text).strip())
    return f"'{text}" if text[:1] in "=+-@" else text
