"""The generated pages: one a claim as HTML, the index, the bibliography and the frameworks as Markdown."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence

from markupsafe import Markup

from refutable.agreement import Outcome, totals
from refutable.assessment import Assessment
from refutable.prose import inline, plain
from refutable.record import Evidence
from refutable.render import python, render
from refutable.source import Source
from refutable.status import Status
from refutable.verdict import Kind

_EVIDENCE = {
    Evidence.DERIVED: "it follows from formulas, and the check exercises them",
    Evidence.MEASURED: "the check measures it",
    Evidence.SHIPPED: "it is about released software, and the check inspects the installed version",
    Evidence.REPORTED: "a work reports the outcome at a scale not run here; the check covers the mechanism only",
}
_ENDS = {"failed": "killed", "passed": "survived", "raised": "ill-made", "died": "died"}
# The order in which a reader wants to see what became of other people's implementations.
_INTEREST = (Outcome.FAILS, Outcome.UNDECIDED, Outcome.NOT_RUN, Outcome.HOLDS)
_BOUNDS = {"close": "error at most", "below": "at most", "above": "at least", "equal": "exactly"}


# The sections of a claim's page and their anchors; every page has them all: one table of contents serves them all.
SECTIONS = {"answers": "Three answers", "caveats": "Caveats", "sources": "Sources", "check": "The check",
            "mutants": "How it can fail", "measurements": "What was measured", "provenance": "Where this comes from"}


def title(a: Assessment) -> str:
    """A claim's statement without markup or full stop."""
    return plain(a.claim.statement).rstrip(".") if a.claim else f"{a.id}: the record cannot be read"


def claim_page(a: Assessment, sources: Mapping[str, Source], citing: Sequence[tuple[str, str]]) -> str:
    """HTML with markers. `citing`: address from the site's root and title of each page that cites the claim."""
    return render(
        "claim_page.html", a=a, heading=inline(a.claim.statement) if a.claim else title(a), section=_section,
        reason=_sentence(a.reason),
        verdict_sentence=a.verdict.reason, review_sentence=_review(a),
        evidence_sentence=_EVIDENCE[a.claim.evidence] if a.claim else "",
        cited=[(c, sources.get(c.source)) for c in a.claim.citations] if a.claim else [],
        highlighted=python(a.check_text), subjects=a.check.subjects if a.check else (),
        mutants=[t for t in a.verdict.trials if t.kind is Kind.MUTANT], ends=_ENDS, bounds=_BOUNDS, citing=citing,
    )


def generated_pages(assessments: Sequence[Assessment], sources: Mapping[str, Source],
                    said: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Every page that is no claim's, by path below docs/, and the claims for programs.

    `said`: of each framework's implementations, what their docstrings say.
    """
    pages = {"claims/index.md": index_page(assessments), "sources/index.md": sources_page(sources, assessments),
             "claims/claims.json": json.dumps([a.plain() for a in assessments], indent=1)}
    if any(a.agreements for a in assessments):
        pages["frameworks/index.md"] = frameworks_page(assessments, said)
    return pages


def bodies(pages: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """The titles of generated pages, and their HTML without front matter and heading, by path below docs/."""
    parts = {path: text.split("---\n", 2)[2].lstrip().partition("\n\n")
             for path, text in pages.items() if path.endswith(".md")}
    return {path: (heading.removeprefix("# "), html) for path, (heading, _, html) in parts.items()}


def index_page(assessments: Iterable[Assessment]) -> str:
    """Every claim in a table; radio buttons filter it by style rules alone, so it works without JavaScript."""
    rows = sorted(assessments, key=lambda a: (a.topic, a.id))
    filters = [
        ("topic", [(t, _slug(t)) for t in sorted({a.topic for a in rows})]),
        ("status", [(s.value, _slug(s.value)) for s in Status if any(a.status is s for a in rows)]),
        ("evidence", [(e.value, e.value) for e in Evidence if any(a.claim and a.claim.evidence is e for a in rows)]),
    ]
    rules = "".join(
        f".claim-index:has(#{name}-{slug}:checked) tbody tr:not([data-{name}={slug}]){{display:none}}"
        for name, words in filters for _, slug in words)
    return render("index_page.md", assessments=rows, filters=filters, rules=Markup(rules), counts=counts(rows),
                  slug=_slug)


def sources_page(sources: Mapping[str, Source], assessments: Iterable[Assessment]) -> str:
    citing: dict[str, list[str]] = {key: [] for key in sources}
    for a in assessments:
        for key in dict.fromkeys(c.source for c in a.claim.citations) if a.claim else ():
            citing.setdefault(key, []).append(a.id)
    ordered = sorted(sources.values(), key=lambda s: (s.authors[0].lower(), s.issued, s.title))
    return render("sources_page.md", sources=ordered, citing=citing)


def frameworks_page(assessments: Iterable[Assessment], said: Mapping[str, Mapping[str, str]]) -> str:
    """Every claim with every framework that has one of its subjects, disagreements first."""
    judged = {a.id: a for a in assessments if a.agreements and a.claim}
    frameworks = totals(g for a in judged.values() for g in a.agreements)
    rows = [(a, [by_name.get(f.name) for f in frameworks]) for a in judged.values()
            if (by_name := {g.framework: g for g in a.agreements})]
    fails = [(a, g) for a, cells in rows for g in cells if g and g.outcome is Outcome.FAILS]
    reasons = dict.fromkeys(id for _, g in fails for id in g.why)
    known = {a.id: a for a in assessments}
    return render("frameworks_page.md", frameworks=frameworks, disagreements=fails, said=said,
                  outcomes=[o.value for o in Outcome],
                  reasons=[known[id] for id in reasons if id in known and known[id].claim],
                  rows=sorted(rows, key=lambda row: min(_INTEREST.index(g.outcome) for g in row[1] if g)))


def counts(assessments: Iterable[Assessment]) -> str:
    """ "48 claims: 40 checked, 8 unchecked." """
    every = list(assessments)
    by_status = [(sum(a.status is s for a in every), s.value) for s in Status]
    return f"{len(every)} claims: " + ", ".join(f"{n} {word}" for n, word in by_status if n) + "."


def _review(a: Assessment) -> str:
    review = a.standing.review
    if review is None:
        return "none: nobody has signed a reading of this claim"
    who = f"by {review.by} ({'an AI' if review.kind.value == 'ai' else 'a human'}) on {review.date}"
    if a.standing.changed:
        return f"stale: signed {who}, but since then these parts changed: {', '.join(a.standing.changed)}"
    return f"current: signed {who}" + (f"; {review.note}" if review.note else "")


def _section(slug: str) -> Markup:
    link = f'<a class="headerlink" href="#{slug}" title="Link to this section">¶</a>'
    return Markup(f'<h2 id="{slug}">{SECTIONS[slug]}{link}</h2>')


def _sentence(text: str) -> str:
    end = "" if text.endswith(("?", "!")) else "."
    return text[:1].upper() + text[1:].rstrip(".") + end


def _slug(word: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", word.lower()).strip("-")

