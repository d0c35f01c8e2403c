"""Claims' pages as copies of one model page: a theme takes tens of milliseconds to render a page, a copy takes one.

The generator renders the model like any page, with tokens where a claim's own text goes. Search and sitemap, which know
the generator's pages alone, are told about the copies.
"""

import json
from collections.abc import Iterable
from html import escape

from refutable.page import SECTIONS

MODEL = "claims/model-of-a-claim-page.md"
_PLACE, _TITLE, _SUMMARY = "model-of-a-claim-page", "@@claim-title@@", "@@claim-summary@@"
# Titles of claims are long sentences, which hold most words that somebody may search for; in front of all pages they
# would stand at nearly every search. At this weight the sentence itself still finds its claim.
_BOOST = 0.45
BODY = "<h1>@@claim-body@@</h1>"  # a heading, since a theme adds one to a page that has none


def model_page() -> str:
    """The model as Markdown: its headings fill the table of contents, its content is replaced by BODY."""
    front = f'---\ntitle: "{_TITLE}"\ndescription: "{_SUMMARY}"\nhide: [navigation]\nsearch: {{exclude: true}}\n---\n'
    headings = [f"# {_TITLE} {{ #claim }}", *(f"## {name} {{ #{slug} }}" for slug, name in SECTIONS.items())]
    return front + "\n\n".join(headings)


def copy(model: str, id: str, title: str, summary: str, body: str) -> str:
    """The page of one claim from the rendered model; `title` and `summary` are plain text, `body` is HTML."""
    page = model.replace(_PLACE, id).replace(_TITLE, escape(title)).replace(_SUMMARY, escape(summary))
    return page.replace(BODY, body)


def with_search_entries(index: str, entries: Iterable[tuple[str, str, str]]) -> str:
    """The generator's search index as JSON text, with an entry of address, title and text for every claim."""
    known = json.loads(index)
    known["docs"] = [entry for entry in known["docs"] if _PLACE not in entry["location"]]
    known["docs"] += [{"location": place, "title": escape(title), "text": escape(text), "boost": _BOOST}
                      for place, title, text in entries]
    return json.dumps(known, separators=(",", ":"))


def with_addresses(sitemap: str, ids: Iterable[str]) -> str:
    """The sitemap as XML text, with the model's entry repeated for every claim in its place."""
    before, start, rest = sitemap.partition("<url>")
    entries = (start + rest).split("</url>")
    kept: list[str] = []
    for entry in entries:
        kept += [entry.replace(_PLACE, id) for id in ids] if _PLACE in entry else [entry]
    return before + "</url>".join(kept)
