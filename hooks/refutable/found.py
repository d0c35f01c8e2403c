"""Finding stamps, markers and what only looks like a stamp in the HTML of a page."""

import re
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser

from refutable.marker import MARKER, MarkerKind, marker_of

_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
# What may differ between a stamp on a page and the same stamp made anew: numbers, and (see `_kept`) where links start.
_LOOSE = {"id", "aria-describedby", "aria-labelledby"}
# Text that another step writes anew, and the hour of a verdict, which may be reached again.
_UNREAD = {"math", "script", "style", "svg", "time"}


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
        if self.marker.startswith(MarkerKind.FIGURE.value):  # hooks make its table reachable by keyboard
            return self.tags[0] == other.tags[0] and _squeezed(self.text) == _squeezed(other.text)
        return self.tags == other.tags and _squeezed(self.text) == _squeezed(other.text)


class Reader(HTMLParser):
    """Collects stamps, markers left as comments, and, outside of stamps, texts and addresses of other sites."""

    def __init__(self) -> None:
        super().__init__()
        self.stamps: list[Found] = []
        self.unfilled: list[tuple[str, int]] = []
        self.forged: list[int] = []
        self.texts: list[str] = []  # of every element, without those in _UNREAD and formulas
        self._shown: list[str] = []
        self._depth = 0
        self._unread = 0

    @property
    def shown(self) -> Counter[str]:
        """The markers that are shown as text (in code)."""
        return Counter(str(marker_of(match)) for match in MARKER.finditer("".join(self._shown)))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if not self._depth and attributes.get("data-stamp"):
            self.stamps.append(Found(attributes["data-stamp"] or "", self.getpos()[0]))
            self._depth = 1
        elif self._depth and tag not in _VOID:
            self._depth += 1
        elif not self._depth and "stamp" in (attributes.get("class") or "").split():
            self.forged.append(self.getpos()[0])
        elif not self._depth and (attributes.get("href") or "").startswith("http"):
            self.texts.append(attributes["href"] or "")
        if tag not in _VOID and (self._unread or tag in _UNREAD
                                 or "arithmatex" in (attributes.get("class") or "").split()):
            self._unread += 1
        if self._depth:
            kept = sorted(f"{name}={_kept(name, value)}" for name, value in attrs if name not in _LOOSE)
            self.stamps[-1].tags.append(f"{tag} {' '.join(kept)}")

    def handle_endtag(self, tag: str) -> None:
        if self._depth and tag not in _VOID:
            self._depth -= 1
        if self._unread and tag not in _VOID:
            self._unread -= 1

    def handle_data(self, data: str) -> None:
        if self._depth:
            self.stamps[-1].text.append(data)
            return
        self._shown.append(data)
        if not self._unread and (text := _squeezed([data])):
            self.texts.append(text)

    def handle_comment(self, data: str) -> None:
        match = MARKER.fullmatch(f"<!--{data}-->")
        if match:
            self.unfilled.append((str(marker_of(match)), self.getpos()[0]))


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    return reader


def _kept(name: str, value: str | None) -> str | None:
    return re.sub(r"^(\.\.?/)+|/$|\.html$", "", value or "") if name == "href" else value


def _squeezed(text: list[str]) -> str:
    return " ".join("".join(text).split())
