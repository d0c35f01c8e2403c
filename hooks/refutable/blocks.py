"""Blocks: the running text of a Markdown page, cut into paragraphs, items and table rows, each with its line.

The reading is line by line, so that a sentence keeps its line; what is no running text is blanked out first, at its
place: front matter, code, display equations, scripts and figures.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from refutable.marker import MARKER, MarkerKind

PROSE = re.compile(r"<!--\s*prose\s*-->")  # what stands before it is a remark, not an assertion
_NO_TEXT = re.compile(
    r"""\A---\n.*?\n---\n
      | ^[ \t>]*(?P<fence>`{3,}|~{3,}).*?^[ \t>]*(?P=fence)[`~]*[ \t]*$
      | \$\$.*?\$\$ | \\\[.*?\\\]
      | <(?P<tag>script|style|svg|math|pre)\b.*?</(?P=tag)>
      | <!--(?!\s*(?:prose|\w+:\s*[^\s<>]+)\s*-->).*?-->""",
    re.DOTALL | re.MULTILINE | re.VERBOSE)
_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*\s*(?:\{[^}]*\})?")
_BOX = re.compile(r"""(?:!!!|\?\?\?\+?|===)\s*[\w -]*(?:"(.*)")?""")
_ITEM = re.compile(r"(?:[-*+]|\d+[.)])\s+|:\s{3}|\[\^[^\]]+\]:\s*")
_RULER = re.compile(r"[-*_=|:\s]+")
_DEFINITION = re.compile(r"\*\[[^\]]+\]:.*|\[[^\]^]+\]:\s*\S+.*")  # of an abbreviation, or of a link
_BLOCK_MARKER = re.compile(r"<!--(?!\s*(?:claim:|prose)).*-->")


@dataclass(frozen=True)
class Block:
    """`within` holds the titles of the headings and boxes around it, in small letters."""

    line: int
    text: str
    row: bool = False
    quoted: bool = False
    within: tuple[str, ...] = ()
    remark: bool = False  # its section was set aside by a `prose` comment right under the heading
    shown_by: str = ""  # the claim of a counterexample right after it


@dataclass
class _Reader:
    """Where in the page the reading stands."""

    headings: list[tuple[int, str]] = field(default_factory=list)
    boxes: list[tuple[int, str]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    start: int = 0
    quoted: bool = False
    remark: bool = False
    fresh: bool = False  # no text yet since the heading
    columns: bool = False  # the table's head has been read
    adjacent: bool = False  # nothing but empty lines since the last block

    def block(self, line: int, text: str, row: bool = False) -> Block:
        titles = (title for _, title in [*self.headings, *self.boxes])
        return Block(line, text, row, self.quoted, tuple(titles), self.remark)

    def flush(self) -> Iterator[Block]:
        if any(line.strip() for line in self.lines):
            yield self.block(self.start, "\n".join(self.lines))
        self.lines = []


def blocks(text: str) -> list[Block]:
    """The blocks of a page in order; a counterexample on a line of its own is handed to the block before it."""
    found: list[Block] = []
    reader = _Reader()
    text = _NO_TEXT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    for number, line in enumerate(text.split("\n"), 1):
        new = list(_read(reader, number, line.expandtabs(4)))
        found += new
        reader.adjacent |= bool(new)
        shown = MARKER.fullmatch(line.strip())
        if shown and shown[1] == MarkerKind.COUNTEREXAMPLE and reader.adjacent and not found[-1].row:
            found[-1] = replace(found[-1], shown_by=shown[2].partition(".")[0])
        reader.adjacent &= not (reader.fresh or _BOX.fullmatch(line.strip()) or _BLOCK_MARKER.fullmatch(line.strip()))
    return found + list(reader.flush())


def _read(reader: _Reader, number: int, line: str) -> Iterator[Block]:
    bare = line.strip()
    text, quoted = re.sub(r"^(?:>\s?)+", "", bare).strip(), bare.startswith(">")
    heading, box, row = _HEADING.fullmatch(text), _BOX.fullmatch(text), text.startswith("|")
    if not text or heading or box or row or any(p.fullmatch(text) for p in (_RULER, _DEFINITION, _BLOCK_MARKER)):
        yield from reader.flush()
    if text and (not reader.lines or _ITEM.match(text)):
        _leave(reader, len(line) - len(line.lstrip()))
    reader.columns = row and (reader.columns or bool(_RULER.fullmatch(text)))
    if heading:
        _enter(reader, len(heading[1]), heading[2])
    elif box:
        reader.boxes.append((len(line) - len(line.lstrip()), (box[1] or "").lower()))
    elif row and reader.columns and not _RULER.fullmatch(text):
        reader.quoted = quoted
        yield reader.block(number, text, row=True)
    elif text and not row and not any(p.fullmatch(text) for p in (_RULER, _DEFINITION, _BLOCK_MARKER)):
        yield from _continue(reader, number, text, quoted)


def _enter(reader: _Reader, level: int, title: str) -> None:
    reader.headings = [*((n, t) for n, t in reader.headings if n < level), (level, title.lower())]
    reader.boxes, reader.remark, reader.fresh = [], False, True


def _leave(reader: _Reader, indent: int) -> None:
    """Close the boxes that this line is no longer in."""
    while reader.boxes and indent <= reader.boxes[-1][0]:
        reader.boxes.pop()


def _continue(reader: _Reader, number: int, line: str, quoted: bool) -> Iterator[Block]:
    """One more line of running text, or the first one of a block."""
    if reader.fresh and PROSE.fullmatch(line):
        reader.remark = True
        return
    reader.fresh = False
    item = _ITEM.match(line)
    if item:
        yield from reader.flush()
    if not reader.lines:
        reader.start, reader.quoted = number, quoted
    reader.lines.append(line[item.end():] if item else line)
