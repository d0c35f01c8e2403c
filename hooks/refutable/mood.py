"""Mood: what a sentence does. Only an assertion has to rest on something; the rest is set aside, and counted."""

import re
from enum import StrEnum

from refutable.blocks import PROSE, Block


class Mood(StrEnum):
    ASSERTION = "assertion"
    QUESTION = "question"
    INSTRUCTION = "instruction"
    QUOTATION = "quotation"  # somebody else's sentence, often a false one
    LEAD_IN = "lead-in"  # ends in a colon: what follows asserts
    APPARATUS = "apparatus"  # contract, rubric, reading list
    FRAGMENT = "fragment"  # labels, and rows that say nothing
    REMARK = "remark"  # about the page itself; its author set it aside with <!-- prose -->


APPARATUS = ("before you start", "grade yourself", "further reading")
_SHORT = 10  # words of a bold line that stands for a heading
RUN_IN_HEADING = re.compile(r"(\*{1,2})[^*]{1,80}[.:]\1")
_LABEL = re.compile(r"(\*{1,2})[^*]{1,80}?(?:[.:]\1|\1:)\s*(?=\S)")
_LINK = re.compile(r"\[[^\]]*\]\([^)]*\)")
_QUOTED = re.compile(r"""["“][^"”]*["”][.,]?""")
_WORD = re.compile(r"[^\W\d_]+")
_IMPERATIVE = re.compile(
    r"(?:add|answer|apply|ask|avoid|be|begin|build|change|check|choose|come|compare|compute|"
    r"consider|convert|copy|count|decide|derive|divide|do|draw|expect|explain|feed|find|follow|"
    r"give|go|hand|imagine|initialize|keep|learn|leave|let|list|load|log|look|make|mark|"
    r"measure|multiply|name|never|normalize|note|open|pick|picture|plot|point|practise|prefer|"
    r"print|put|read|record|remember|remove|repeat|replace|replicate|run|say|scale|see|set|show|"
    r"sketch|start|state|suppose|swap|take|tell|test|think|train|treat|try|turn|type|use|"
    r"verify|watch|work|write)\b(?!-)", re.IGNORECASE)  # no feed-forward
# The verb is a noun: "Scale is lost", "Scale invariance holds". Not "Let x be", nor "Suppose training fails".
_NOUN = re.compile(
    r"(?!(?:check|expect|imagine|let|note|remember|say|see|suppose|think|verify)\b)\w+"
    r"(?: (?!(?:an?|the|th[ei]se?|th[ao]t|those|its?|one|each|every|if|wh\w+|how)\b)[\w-]+)?"
    r" (?:is|are|was|were|has|had|can|cannot|could|may|must|will|would|does|did|changes|comes|explodes|fails|falls|"
    r"gives|grows|holds|keeps|leaves|makes|matters|means|needs|reads|shows|stays|vanishes|works|writes)\b",
    re.IGNORECASE)
_ASIDE = re.compile(r"To [^,]*, |For each,? |(?:So|Then|Now|First|Next|Finally|And|But|Please|Always|Do not|Don't),? ")
_CLAUSE = re.compile(r"[:;]\s+\S+(?:\s+\S+){3}|,? and (?:it|they|the [\w-]+) (?:is|are|was|has|have|\w+s)\b")


def mood_of(block: Block, text: str, effective: str, supported: bool) -> Mood:
    """The first rule that applies decides. `effective` is the text without code and with its comments; `supported`: it
    has a marker or a source, and then an instruction or a lead-in counts as an assertion, since its author makes one.
    """
    if block.remark or PROSE.search(effective):
        return Mood.REMARK
    if any(title in around for title in APPARATUS for around in block.within):
        return Mood.APPARATUS
    if block.row:
        return _mood_of_row(text, supported)
    label = _LABEL.match(text)
    plain = re.sub(r"[*_]", "", text[label.end():] if label else text).strip()
    if block.quoted or _QUOTED.fullmatch(plain):
        return Mood.QUOTATION
    if plain.endswith("?"):
        return Mood.QUESTION
    if supported:
        return Mood.ASSERTION
    if plain.endswith(":"):
        return Mood.LEAD_IN
    words = len(_WORD.findall(re.sub(r"\$[^$]*\$", "", plain)))
    if words < 3 or (words <= _SHORT and RUN_IN_HEADING.fullmatch(text)):
        return Mood.FRAGMENT
    return Mood.INSTRUCTION if _instructs(plain) else Mood.ASSERTION


def _mood_of_row(text: str, supported: bool) -> Mood:
    """A row asserts something if it has two cells; a question takes three words of another cell, links left out."""
    cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", text.strip("|")) if cell.strip()]
    asked = any(cell.endswith("?") for cell in cells)
    if supported or (not asked and len(cells) > 1):
        return Mood.ASSERTION
    if not asked:
        return Mood.FRAGMENT
    answers = any(len(_WORD.findall(_LINK.sub("", cell))) > 2 for cell in cells if not cell.endswith("?"))
    return Mood.ASSERTION if answers else Mood.QUESTION


def _instructs(text: str) -> bool:
    """Whether it opens with an imperative, after a purpose or a connective, and asserts nothing behind it."""
    opening = _ASIDE.sub("", text, count=1)
    return bool(_IMPERATIVE.match(opening) and not _NOUN.match(opening) and not _CLAUSE.search(_LINK.sub("it", text)))
