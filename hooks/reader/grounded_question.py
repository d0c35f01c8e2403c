"""A grounded question: what is known here about a claim or a page, as text for an assistant or a colleague.

It names what would settle the matter, so that an answer can be more than an opinion.
"""

from collections.abc import Iterator, Mapping
from html import escape

from reader.claim_box import Basis, counted, last_review
from refutable.assessment import Assessment
from refutable.record import Evidence
from refutable.source import Source
from refutable.verdict import Kind

RULES = """\
How to answer:
- Rest every sentence on a statement, a caveat or a locator from above, and name it; say so where you go beyond them.
- Do not take the check's word for it. Say whether it could pass although the statement is false.
- If this does not decide the question, say what is missing; do not guess.

My question: """

_SETTLES = {
    Evidence.DERIVED: "One input within the caveats on which the statement fails; or a wrong implementation on which "
                      "the check passes; or a step of the derivation that does not follow.",
    Evidence.MEASURED: "The measurement repeated with other seeds, widths or depths and another outcome; or a wrong "
                       "setting on which the check passes all the same.",
    Evidence.SHIPPED: "The released code of the named version, read or run; another version settles nothing about "
                      "this one.",
    Evidence.REPORTED: "A replication at the scale of the report. The check covers the mechanism only, so passing it "
                       "does not show the outcome.",
}


def claim_question(a: Assessment, sources: Mapping[str, Source], url: str) -> str:
    """About one claim, with the text of its check."""
    return "\n".join([f"I read a claim at {url} and have a question about it. Here is what is known there.", "",
                      *_claim(a, sources), "", "The text of the check:", "", a.check_text.strip(), "", RULES])


def page_question(heading: str, basis: Basis, url: str) -> str:
    """About a page and every claim that it cites; where the checks can be read is said once."""
    lines = [f"I read the page \"{heading}\" at {url} and have a question about it.",
             f"It cites {counted(len(basis.claims), 'claim')}, {len(basis.checked)} of them checked, and "
             f"{counted(len(basis.sources), 'work')}. Last review: {last_review(basis.claims)}.",
             "The check of each claim is the file beside its record; `refutable check ID` runs it.", ""]
    keys = {s.key: s for s in basis.sources}
    for a in basis.claims:
        lines += [*_claim(a, keys, brief=True), ""]
    lines += ["The works:", *(f"- {s.short}: {_work(s)}" for s in basis.sources), ""]
    kinds = dict.fromkeys(a.claim.evidence for a in basis.claims if a.claim)
    lines += ["What would settle it:", *(f"- {kind.value}: {_SETTLES[kind]}" for kind in kinds), ""]
    return "\n".join([*lines, RULES])


def _claim(a: Assessment, sources: Mapping[str, Source], brief: bool = False) -> Iterator[str]:
    yield f"Claim `{a.id}` ({a.words}):" if brief else f"Claim `{a.id}`"
    if a.claim is None:
        yield f"Its record cannot be read: {a.reason}"
        return
    yield from ([f"Statement: {a.claim.statement}"] if brief else ["", "Statement:", a.claim.statement, ""])
    yield "Where it stops being true:"
    yield from (f"- {caveat}" for caveat in a.claim.caveats)
    yield from [] if brief else [""]
    yield "Sources:"
    for c in a.claim.citations:
        source = sources.get(c.source)
        named = f"{source.short}, {c.locator}" if source else f"{c.source}, {c.locator}"
        yield f"- {c.relation.value}: {named}{f' ({_work(source)})' if source and not brief else ''}"
    yield from _brief_check(a) if brief else _check(a)


def _brief_check(a: Assessment) -> Iterator[str]:
    path = a.check.path if a.check else "none"
    yield f"Check: {path}: {a.verdict.ruling.value}, {counted(len(a.verdict.killed), 'wrong version')} caught; " \
          f"evidence: {a.claim.evidence.value if a.claim else 'unknown'}"


def _check(a: Assessment) -> Iterator[str]:
    yield ""
    yield f"Status: {a.words}. The check {a.verdict.ruling.value}: {a.reason.rstrip('.')}."
    ran = ", ".join(f"{name} {version}" for name, version in a.verdict.environment.items())
    yield f"It ran {a.when or 'never here'}{f' with {ran}' if ran else ''}; `refutable check {a.id}` runs it again."
    mutants = [t for t in a.verdict.trials if t.kind is Kind.MUTANT]
    if mutants:
        yield "Wrong versions that it was tried on:"
        yield from (f"- {t.name} ({t.subject}): {t.flaw} The check {t.end.value}." for t in mutants)
    if a.claim:
        yield ""
        yield f"What would settle it: {_SETTLES[a.claim.evidence]}"


def _work(source: Source) -> str:
    """A work, where it is, and how much of it was read here."""
    return "; ".join(filter(None, (source.title, source.url, f"read here: {source.seen.value}")))


def ask(text: str, what: str) -> str:
    """HTML: the text to be copied with one button, and to be read without any script."""
    return (f'<section class="ask" data-search-exclude>\n<h2 id="ask">Ask about this {what}'
            f'<a class="headerlink" href="#ask" title="Link to this section">¶</a></h2>\n'
            f"<p>The statements, their caveats, sources and checks, and what would settle the matter, as text for an "
            f"assistant or a colleague. Your question goes on its last line.</p>\n"
            f'<norm-copy data-from="ask-text"></norm-copy>\n'
            f'<details><summary>The text</summary><pre id="ask-text" class="ask-text" tabindex="0">{escape(text)}'
            f"</pre></details>\n</section>")


def note(address: str, heading: str) -> str:
    """HTML: a place for a private note, which needs a script to be kept."""
    return f'<norm-note data-id="{escape(address)}" data-title="{escape(heading)}"></norm-note>'


