"""Sentences: a page cut into sentences, each with what it rests on, and which of them assert something.

The rules of splitting are few, because pages are written one sentence a line. A sentence ends at `.`, `!`, `?` or an
ellipsis, with closing quotes, brackets and emphasis, in front of a space and a capital, a digit, a formula, code, an
opening bracket or quote; or at the end of a line; or in front of a comment. It does not end inside code, TeX, links,
brackets or quotes, nor after an abbreviation. A row of a table is one sentence.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from refutable.blocks import Block, blocks
from refutable.marker import MARKER, MarkerKind, without_code
from refutable.mood import RUN_IN_HEADING, Mood, mood_of

_ABBREVIATION = re.compile(
    r"(?i:\b(?:e\.g|i\.e|cf|vs|et al|w\.r\.t|approx|resp|ca|dr|mr|ms|prof|st|viz|incl)|\b[a-z]\.[a-z])\.$")
_BEFORE_A_NUMBER = re.compile(
    r"(?i:\b(?:eqs?|figs?|secs?|nos?|pp?|chs?|apps?|vols?|thms?|tabs?|lem|prop|def|refs?))\.$")
_END = re.compile(r"""(?:[.!?…]|\.\.\.)["'”’)\]*_]*(?=\s|\Z)""")
_START = re.compile(r"""["'“‘(\[*_]*[A-Z0-9]""")
# Inside of these no sentence ends, but one may end with them.
_UNITS = (r"(\()([^()]+)(\))", r"(\[)([^\[\]]+)(\])", r'(")([^"]+)(")', r"(“)([^”]+)(”)",
          r"(\*\*)([^*]+)(\*\*)", r"(?<!\*)(\*)([^*]+)(\*)(?!\*)")
_SOURCE = re.compile(r"\]\((?:\.{1,2}/)*sources/(?:index\.md)?#([^)\s]+)\)")


@dataclass(frozen=True)
class Sentence:
    line: int
    text: str  # as written, without comments, on one line
    mood: Mood
    claims: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()


@cache  # `serve` reads the same texts again and again
def sentences(text: str) -> tuple[Sentence, ...]:
    """Every sentence of a Markdown page, headings left out."""
    return tuple(sentence for block in blocks(text) for sentence in _of_block(block))


def _of_block(block: Block) -> Iterator[Sentence]:
    cuts = [0, len(block.text)] if block.row else _cuts(block.text)
    spans = [(start, end) for start, end in pairwise(cuts) if _bare(block.text[start:end])]
    for start, end in spans:
        written = block.text[start:end]
        if end != spans[-1][1] and RUN_IN_HEADING.fullmatch(_bare(written)):
            continue
        effective = without_code(written)
        claims = [m[2] for m in MARKER.finditer(effective) if m[1] == MarkerKind.CLAIM]
        if block.shown_by and end == spans[-1][1]:
            claims.append(block.shown_by)
        sources = tuple(m[1] for m in _SOURCE.finditer(effective))
        line = block.line + block.text.count("\n", 0, start + len(written) - len(written.lstrip()))
        mood = mood_of(block, _bare(written), effective, bool(claims or sources))
        yield Sentence(line, _bare(written), mood, tuple(claims), sources)


def _bare(text: str) -> str:
    return " ".join(re.sub(r"<!--.*?-->|</?[a-zA-Z][^>]*>|\{\s*[:.#][^}]*\}", " ", text, flags=re.DOTALL).split())


def _cuts(text: str) -> list[int]:
    """Where the sentences of a block begin, and where the last one ends."""
    masked = _masked(text)
    cuts = [0]
    for end in _END.finditer(masked):
        rest = masked[end.end():].lstrip()
        start = len(masked) - len(rest)
        gap = text[end.end(): start]  # with a comment in it, if there is one: comments are masked by spaces
        begins = "\n" in gap or gap.strip() or _START.match(rest) or end[0].startswith("?*")
        if rest and begins and not _abbreviated(masked, end.start() + 1):
            cuts.append(start)
    return [*cuts, len(text)]


def _abbreviated(masked: str, end: int) -> bool:
    """Whether the full stop in front of `end` belongs to an abbreviation."""
    before = masked[max(0, end - 10): end]
    numbered = re.match(r"\s*[\dX(]", masked[end:])
    return bool(_ABBREVIATION.search(before) or (numbered and _BEFORE_A_NUMBER.search(before)))


def _masked(text: str) -> str:
    """The same length, with everything blanked out inside which no sentence ends."""
    def fill(pattern: str, text: str, by: str) -> str:
        return re.sub(pattern, lambda m: re.sub(r"[^\n]", by, m[0]), text, flags=re.DOTALL)

    text = fill(r"<!--.*?-->|</?[a-zA-Z][^>]*>|\{\s*[:.#][^}]*\}", text, " ")
    text = fill(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)|(?<![\\$])\$(?=\S)[^$]*?(?<=\S)\$|\\\(.*?\\\)", text, "X")
    text = fill(r"(?<=\])\([^)\s]*(?:\s+\"[^\"]*\")?\)", text, "x")
    for unit in _UNITS:
        text = re.sub(unit, _without_ends, text)
    return text


def _without_ends(match: re.Match[str]) -> str:
    """What stands between brackets, quotes or stars, without full stops, but for one right before the closing sign."""
    return match[1] + re.sub(r"[.!?…](?!\Z)", "x", match[2]) + match[3]
