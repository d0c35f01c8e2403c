"""Verifying a built site: fail closed if a stamp is missing, stale or forged."""

import json
import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

from refutable.found import Reader, read
from refutable.marker import MARKER, marker_of, markers, without_code
from refutable.stamp import Stamper, Unknown


def verify_site(files: Mapping[str, str], pages: Mapping[str, str], stamper: Stamper,
                claim_pages: Mapping[str, str], lists: Mapping[str, str]) -> tuple[list[str], int]:
    """Problems of a site, as `path:line: what; what to do`, and how many stamps it has.

    `files`: HTML by path below the site; `pages`: Markdown by path below docs/; `claim_pages`: what the page of each
    claim would say now, as HTML; `lists`: what the other generated pages would, by path below docs/.
    """
    readers = {path: read(html) for path, html in files.items()}
    problems = [f"{path}:{line}: {what}" for path, reader in sorted(readers.items())
                for line, what in _stamps(reader, stamper)]
    doubted = {problem.partition(":")[0] for problem in problems}
    for path, text in sorted(pages.items()):
        problems += _page(path, text, readers, doubted)
    problems += _generated(claim_pages, readers)
    problems += _lists(lists, readers)
    own = {re.sub(r"^claims/|(/index|/README)?\.md$", "", path) for path in pages}
    problems += _of_nobody({*claim_pages, *own}, readers)
    return problems, sum(len(reader.stamps) for reader in readers.values())


def _generated(claim_pages: Mapping[str, str], readers: Mapping[str, Reader]) -> Iterator[str]:
    """Every claim has its page with its own stamp and today's text, and a stamp in the index."""
    page = readers.get("claims/index.html", readers.get("claims.html"))
    index = {found.marker for found in page.stamps} if page else set()
    for id, body in claim_pages.items():
        place = next((p for p in (f"claims/{id}/index.html", f"claims/{id}.html") if p in readers), None)
        if place is None:
            yield f"claims/{id}/index.html:1: the claim has no page; build the site with the hook"
        elif f"claim: {id}" not in {found.marker for found in readers[place].stamps}:
            yield f"{place}:1: the page of `{id}` has lost its stamp; build the site again"
        elif lost := _first_lost(read(body).texts, readers[place].texts):
            yield f"{place}:1: the page of `{id}` does not say \"{lost}\" where it should; build the site again"
        if f"claim: {id}" not in index:
            yield f"claims/index.html:1: the index has no stamp of `{id}`; build the site again"


def _lists(lists: Mapping[str, str], readers: Mapping[str, Reader]) -> Iterator[str]:
    """The index, the sources and the frameworks say what they would say now."""
    for path, body in lists.items():
        places = path.replace(".md", ".html"), path.replace("/index.md", ".html")
        place = next((p for p in places if p in readers), None)
        if place is None:
            yield f"{places[0]}:1: the page is missing; build the site with the hook"
        elif lost := _first_lost(read(body).texts, readers[place].texts):
            yield f"{place}:1: the page does not say \"{lost}\" where it should; build the site again"


def _of_nobody(known: Container[str], readers: Mapping[str, Reader]) -> Iterator[str]:
    """No page is left of a claim that does not exist."""
    for place in readers:
        id = place.removeprefix("claims/").removesuffix(".html").removesuffix("/index")
        if place.startswith("claims/") and id not in known and id != "index":
            yield f"{place}:1: there is no claim `{id}`; remove the page"


def verify_json(text: str, wanted: Sequence[Mapping[str, Any]]) -> list[str]:
    """Problems of claims/claims.json, given as text, where every claim should be listed as it is now.

    The hour of a verdict is left out: it may be reached again.
    """
    try:
        listed = {claim["id"]: {**claim, "judged": ""} for claim in json.loads(text)}
    except (ValueError, TypeError, KeyError):
        return ["claims/claims.json:1: this is no list of claims; build the site again"]
    now = json.loads(json.dumps({claim["id"]: {**claim, "judged": ""} for claim in wanted}))
    wrong = sorted(id for id in {*now, *listed} if now.get(id) != listed.get(id))
    return [f"claims/claims.json:1: `{id}` is not what it would be now; build the site again" for id in wrong]


def _first_lost(wanted: Sequence[str], there: Sequence[str]) -> str:
    """The first of the wanted texts that does not follow its predecessor directly; they stand together somewhere."""
    matches = (sum(1 for _ in takewhile(bool, map(str.__eq__, wanted, there[start:])))
               for start, text in enumerate(there) if text == wanted[0])
    found = max(matches, default=0)
    return wanted[found][:80] if found < len(wanted) else ""


def _stamps(reader: Reader, stamper: Stamper) -> Iterator[tuple[int, str]]:
    for marker, line in reader.unfilled:
        yield line, f"the marker `{marker}` was never filled; build with the hook, or run `refutable stamp`"
    for line in reader.forged:
        yield line, "something looks like a stamp and is none; write a marker"
    for found in reader.stamps:
        match = MARKER.fullmatch(f"<!-- {found.marker} -->")
        try:
            expected = stamper.one(marker_of(match), "") if match else None
        except Unknown as error:
            yield found.line, f"a stamp without a target: {error}"
            continue
        if expected is None:
            yield found.line, f"`{found.marker}` is no marker; remove the stamp"
        elif not found.same(read(expected).stamps[0]):
            yield found.line, f"the stamp `{found.marker}` is not what it would be now; build the site again"


def _page(path: str, text: str, readers: Mapping[str, Reader], doubted: Container[str]) -> Iterator[str]:
    wanted = Counter(str(marker) for marker, _ in markers(text))
    stem = path.removesuffix(".md")
    folder = stem.removesuffix("index").removesuffix("README").rstrip("/")
    places = [f"{folder}/index.html".lstrip("/"), f"{stem}.html"]
    place = next((p for p in places if p in readers), None)
    if place is None:
        if wanted:
            yield f"{places[0]}:1: docs/{path} has markers and no page; build the site again"
        return
    in_text = [str(marker) for marker, _ in markers(without_code(text))]
    stamps = [found.marker for found in readers[place].stamps]
    for marker, count in (Counter(stamps) - Counter(in_text)).items() if place not in doubted else ():
        yield f"{place}:1: `{marker}` has a stamp that docs/{path} has no marker for ({count} too many); build again"
    if stamps != in_text and Counter(stamps) == Counter(in_text) and "[^" not in text:  # footnotes go to the end
        moved = next(there for there, asked in zip(stamps, in_text, strict=True) if there != asked)
        yield f"{place}:1: the stamp `{moved}` is not where docs/{path} has its marker; build the site again"
    there = Counter(stamps) + (readers[place].shown & (wanted - Counter(in_text)))
    left = Counter(marker for marker, _ in readers[place].unfilled)
    for marker, count in (wanted - there - left).items():
        yield f"{place}:1: `{marker}` of docs/{path} has no stamp ({count} missing); build the site again"
