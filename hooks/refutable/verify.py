"""Verifying a built site: fail closed if a stamp is missing, stale or forged."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser

from refutable.marker import MARKER, MarkerKind, marker_of, markers
from refutable.stamp import Stamper, Unknown

_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
# What may differ between a stamp on a page and the same stamp made anew: numbers, and (see `_kept`) where links start.
_LOOSE = {"id", "aria-describedby", "aria-labelledby"}


@dataclass
class Found:
    """A stamp in a page: its marker as text, all its tags and attributes, and its text."""

    marker: str
    line: int
    tags: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)

    def same(self, other: "Found") -> bool:
        """Equations are compared by digest and TeX alone: another step turns them into MathML."""
        if self.marker.startswith(MarkerKind.EQUATION.value):
            tex = _squeezed(other.text).removeprefix(r"\[").removesuffix(r"\]").strip()
            return self.tags[0] == other.tags[0] and tex in _squeezed(self.text)
        return self.tags == other.tags and _squeezed(self.text) == _squeezed(other.text)


class Reader(HTMLParser):
    """Collects the stamps, the markers left as comments, and the markers shown as text (in code)."""

    def __init__(self) -> None:
        super().__init__()
        self.stamps: list[Found] = []
        self.unfilled: list[tuple[str, int]] = []
        self._shown: list[str] = []
        self._depth = 0

    @property
    def shown(self) -> Counter[str]:
        return Counter(str(marker_of(match)) for match in MARKER.finditer("".join(self._shown)))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if not self._depth and attributes.get("data-stamp"):
            self.stamps.append(Found(attributes["data-stamp"] or "", self.getpos()[0]))
            self._depth = 1
        elif self._depth and tag not in _VOID:
            self._depth += 1
        if self._depth:
            kept = sorted(f"{name}={_kept(name, value)}" for name, value in attrs if name not in _LOOSE)
            self.stamps[-1].tags.append(f"{tag} {' '.join(kept)}")

    def handle_endtag(self, tag: str) -> None:
        if self._depth and tag not in _VOID:
            self._depth -= 1

    def handle_data(self, data: str) -> None:
        if self._depth:
            self.stamps[-1].text.append(data)
        else:
            self._shown.append(data)

    def handle_comment(self, data: str) -> None:
        match = MARKER.fullmatch(f"<!--{data}-->")
        if match:
            self.unfilled.append((str(marker_of(match)), self.getpos()[0]))


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    return reader


def verify_site(files: Mapping[str, str], pages: Mapping[str, str], stamper: Stamper) -> tuple[list[str], int]:
    """Problems of a site, as `path:line: what; what to do`, and how many stamps it has.

    `files`: HTML by path below the site; `pages`: Markdown by path below docs/.
    """
    readers = {path: read(html) for path, html in files.items()}
    problems = [f"{path}:{line}: {what}" for path, reader in sorted(readers.items())
                for line, what in _stamps(reader, stamper)]
    for path, text in sorted(pages.items()):
        problems += _page(path, text, readers)
    problems += _generated(stamper.assessments, readers)
    return problems, sum(len(reader.stamps) for reader in readers.values())


def _generated(ids: Iterable[str], readers: Mapping[str, Reader]) -> Iterator[str]:
    """Every claim has its page with its own stamp, and a stamp in the index."""
    index = {found.marker for found in readers["claims/index.html"].stamps} if "claims/index.html" in readers else set()
    for id in ids:
        place = next((p for p in (f"claims/{id}/index.html", f"claims/{id}.html") if p in readers), None)
        if place is None:
            yield f"claims/{id}/index.html:1: the claim has no page; build the site with the hook"
        elif f"claim: {id}" not in {found.marker for found in readers[place].stamps}:
            yield f"{place}:1: the page of `{id}` has lost its stamp; build the site again"
        if index and f"claim: {id}" not in index:
            yield f"claims/index.html:1: the index has no stamp of `{id}`; build the site again"


def _stamps(reader: Reader, stamper: Stamper) -> Iterator[tuple[int, str]]:
    for marker, line in reader.unfilled:
        yield line, f"the marker `{marker}` was never filled; build with the hook, or run `refutable stamp`"
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


def _page(path: str, text: str, readers: Mapping[str, Reader]) -> Iterator[str]:
    wanted = Counter(str(marker) for marker, _ in markers(text))
    if not wanted:
        return
    stem = path.removesuffix(".md")
    folder = stem.removesuffix("index").removesuffix("README").rstrip("/")
    places = [f"{folder}/index.html".lstrip("/"), f"{stem}.html"]
    place = next((p for p in places if p in readers), None)
    if place is None:
        yield f"{places[0]}:1: docs/{path} has markers and no page; build the site again"
        return
    there = Counter(found.marker for found in readers[place].stamps) + readers[place].shown
    left = Counter(marker for marker, _ in readers[place].unfilled)
    for marker, count in (wanted - there - left).items():
        yield f"{place}:1: `{marker}` of docs/{path} has no stamp ({count} missing); build the site again"


def _kept(name: str, value: str | None) -> str | None:
    return re.sub(r"^(\.\.?/)+", "", value or "") if name == "href" else value


def _squeezed(text: list[str]) -> str:
    return " ".join("".join(text).split())


