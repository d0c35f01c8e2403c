"""What a page rests on, counted once: the box at the end of a concept page, and everything else that says a number."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from reader.interview_questions import Question
from refutable.assessment import Assessment
from refutable.examine import Examined
from refutable.marker import MARKER, MarkerKind, without_code
from refutable.page import title
from refutable.prose import inline
from refutable.source import Source
from refutable.status import Status

CHECKED = (Status.VERIFIED, Status.AI_READ, Status.CHECKED)
HONEST = ("A review by a machine certifies nothing: it says that a program has read the claim beside its sources, "
          "not that the claim is right. The check is what can be run again.")
_LINK_TO_SOURCE = re.compile(r"\]\((?:\.{1,2}/)*sources/(?:index\.md)?#([^)\s]+)\)")
_ELEMENT = re.compile(r"<([a-z]+-[a-z-]+)\b")


@dataclass(frozen=True)
class Basis:
    claims: tuple[Assessment, ...]  # in the order of first mention
    sources: tuple[Source, ...]  # linked on the page or cited by one of its claims
    linked: int  # how many of the sources the page itself links to
    code: tuple[str, ...]  # references whose code or formula it shows
    figures: int
    demo: bool  # whether its section "See it" holds something to operate

    @property
    def checked(self) -> tuple[Assessment, ...]:
        return tuple(a for a in self.claims if a.status in CHECKED)


def basis_of(text: str, examined: Examined) -> Basis:
    """Of one page, from its Markdown; targets that do not exist are left out, they are reported elsewhere."""
    prose = without_code(text)
    named: dict[MarkerKind, dict[str, None]] = {kind: {} for kind in MarkerKind}
    for match in MARKER.finditer(prose):
        named[MarkerKind(match[1])].setdefault(match[2].partition(".")[0])
    ids = named[MarkerKind.CLAIM] | named[MarkerKind.COUNTEREXAMPLE] | named[MarkerKind.FIGURE]
    claims = tuple(a for id in ids if (a := examined.assessments.get(id)))
    known = examined.corpus.sources
    linked = dict.fromkeys(key for key in _LINK_TO_SOURCE.findall(prose) if key in known)
    behind = dict.fromkeys(c.source for a in claims if a.claim for c in a.claim.citations if c.source in known)
    seen = prose.partition("\n## See it")[2].partition("\n## ")[0]
    return Basis(claims, tuple(known[key] for key in linked | behind), len(linked),
                 tuple(named[MarkerKind.CODE] | named[MarkerKind.EQUATION]),
                 len(named[MarkerKind.FIGURE]), bool(_ELEMENT.search(seen)))


def claim_box(basis: Basis, to_root: str, questions: Sequence[Question]) -> str:
    """HTML; `questions`: those of the interview, of which the ones about the same claims are named."""
    rows = "\n".join(f"<dt>{head}</dt><dd>{text}</dd>" for head, text in _rows(basis, to_root, questions))
    return (f'<section class="claim-box" data-search-exclude>\n<h2 id="basis">What this page rests on'
            f'<a class="headerlink" href="#basis" title="Link to this section">¶</a></h2>\n'
            f'<dl class="basis">\n{rows}\n</dl>\n<p class="note">{HONEST}</p>\n</section>')


def _rows(basis: Basis, to_root: str, questions: Sequence[Question]) -> Iterator[tuple[str, str]]:
    total = len(basis.claims)
    yield "Claims", f"<strong>{len(basis.checked)} of {total} checked</strong>{_others(basis)}" + _listed(
        f"The {total} claims", [_claim(a, to_root) for a in basis.claims])
    works = counted(len(basis.sources), "work")
    yield "Sources", f"{works} cited, {basis.linked} of them on the page itself" + _listed(f"The {works}", [
        f'<a href="{to_root}sources/#{s.key}">{escape(s.short)}</a>, <cite>{escape(s.title)}</cite>'
        for s in basis.sources])
    yield "Code", ", ".join(f"<code>{name}</code>" for name in basis.code) or "none is shown"
    if basis.demo or basis.figures:
        figures = counted(basis.figures, "recorded figure")
        shown = ["something to operate"] * basis.demo + [figures] * bool(basis.figures)
        yield "Demo", f'<a href="#see-it">See it</a>: {" and ".join(shown)}'
    else:
        yield "Demo", '<a href="#see-it">See it</a>: a worked example, nothing to operate'
    yield "Last run", escape(last_run(basis.claims))
    yield "Last review", escape(last_review(basis.claims))
    asked = sorted(questions, key=lambda q: -len({a.id for a in basis.claims} & set(q.claims)))[:3]
    links = [f'<a href="{to_root}{address(q)}">{inline(q.title)}</a>' for q in asked
             if {a.id for a in basis.claims} & set(q.claims)]
    if links:
        yield "Asked in interviews", "<br>".join(links)


def _others(basis: Basis) -> str:
    counts = Counter(a.status.value for a in basis.claims if a.status not in CHECKED)
    return "".join(f", {n} {word}" for word, n in sorted(counts.items()))


def _listed(summary: str, items: Sequence[str]) -> str:
    entries = "".join(f"<li>{item}</li>" for item in items)
    return f"<details><summary>{summary}</summary><ul>{entries}</ul></details>" if items else ""


def _claim(a: Assessment, to_root: str) -> str:
    said = inline(a.claim.statement) if a.claim else escape(title(a))
    return f'<a href="{to_root}claims/{a.id}/">{said}</a> <span class="seen">({escape(a.words)})</span>'


def last_run(claims: Sequence[Assessment]) -> str:
    """When the checks of these claims last ran; their days differ if only some had to be run again."""
    days = sorted({a.when[:10] for a in claims if a.when})
    if not days:
        return "never here"
    python = {a.verdict.environment.get("python", "") for a in claims if a.verdict.environment} - {""}
    where = f", with Python {', '.join(sorted(python))}" if python else ""
    return (days[0] if len(days) == 1 else f"between {days[0]} and {days[-1]}") + where


def last_review(claims: Sequence[Assessment]) -> str:
    current = [r for a in claims if a.standing.current and (r := a.standing.review)]
    stale = sum(bool(a.standing.changed) for a in claims)
    old = f"; {counted(stale, 'review')} out of date" if stale else ""
    if not current:
        return f"none: nobody has signed a reading of these claims{old}"
    latest = max(current, key=lambda r: r.date)
    humans = sum(r.kind.value == "human" for r in current)
    return (f"{latest.date} by {latest.by} ({'a human' if latest.kind.value == 'human' else 'an AI'}); "
            f"{len(current)} of {counted(len(claims), 'claim')} read, {humans} by humans{old}")


def counted(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"


def address(question: Question) -> str:
    """From the site's root."""
    return f"{question.page.removesuffix('.md')}/#{question.id}"


def doubts(ids: Sequence[str], assessments: Mapping[str, Assessment]) -> tuple[Assessment, ...]:
    """Those of the claims that have fallen: refuted or unproven now."""
    return tuple(a for id in ids if (a := assessments.get(id)) and a.status in (Status.REFUTED, Status.UNPROVEN))
