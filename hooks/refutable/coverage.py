"""Coverage: how many of the sentences of a page that assert something rest on a claim that holds, or on a source."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from refutable.mood import Mood
from refutable.sentences import Sentence, sentences
from refutable.status import Status

FOLDERS = ("concepts", "interview", "misconceptions", "audits", "atlas")
_HOLDS = (Status.VERIFIED, Status.AI_READ, Status.CHECKED)


class Support(StrEnum):
    CLAIM = "claim"  # every claim that it names holds
    SOURCE = "source"  # it names no claim, and links to a source that exists
    UNCHECKED = "unchecked"  # a claim that it names could not run here; neither for nor against the page
    NOTHING = "nothing"


@dataclass(frozen=True)
class Rest:
    """A sentence and what it rests on; `why` names what is wrong with the support that it claims."""

    sentence: Sentence
    support: Support
    why: str = ""


@dataclass(frozen=True)
class PageCoverage:
    path: str  # below docs/
    asserted: tuple[Rest, ...]
    aside: tuple[Sentence, ...]  # what asserts nothing

    @cached_property
    def counts(self) -> Counter[Support]:
        return Counter(rest.support for rest in self.asserted)

    @cached_property
    def moods(self) -> Counter[Mood]:
        return Counter(sentence.mood for sentence in self.aside)

    @property
    def uncovered(self) -> int:
        return self.counts[Support.NOTHING]

    @property
    def remarks(self) -> int:
        return self.moods[Mood.REMARK]


def share(pages: Iterable[PageCoverage]) -> float:
    """The covered share of the sentences that could be judged here; 1 where there are none."""
    counts: Counter[Support] = sum((page.counts for page in pages), Counter())
    judged = counts.total() - counts[Support.UNCHECKED]
    return 1 - counts[Support.NOTHING] / judged if judged else 1.0


def cover(pages: Mapping[str, str], claims: Mapping[str, Status], sources: Collection[str]) -> list[PageCoverage]:
    """The coverage of every page in the folders that are counted; `pages`: text by path below docs/."""
    return [cover_page(path, text, claims, sources) for path, text in sorted(pages.items())
            if path.split("/")[0] in FOLDERS and "/" in path]


def cover_page(path: str, text: str, claims: Mapping[str, Status], sources: Collection[str]) -> PageCoverage:
    found = sentences(text)
    asserted = tuple(_rest(s, claims, sources) for s in found if s.mood is Mood.ASSERTION)
    return PageCoverage(path, asserted, tuple(s for s in found if s.mood is not Mood.ASSERTION))


def _rest(sentence: Sentence, claims: Mapping[str, Status], sources: Collection[str]) -> Rest:
    """A sentence rests on its claims only if all of them hold: one that is refuted takes it along."""
    status = {id: claims[id] for id in sentence.claims if id in claims}
    unknown = [f"there is no claim `{id}`" for id in sentence.claims if id not in claims]
    fallen = [f"`{id}` is {s.value}" for id, s in status.items() if s not in (*_HOLDS, Status.UNCHECKED)]
    if unknown or fallen:
        return Rest(sentence, Support.NOTHING, ", ".join([*unknown, *fallen]))
    if status:
        unchecked = any(s is Status.UNCHECKED for s in status.values())
        return Rest(sentence, Support.UNCHECKED if unchecked else Support.CLAIM)
    if any(key in sources for key in sentence.sources):
        return Rest(sentence, Support.SOURCE)
    return Rest(sentence, Support.NOTHING, ", ".join(f"there is no source `{key}`" for key in sentence.sources))


def footer(page: PageCoverage) -> str:
    """What a page says about itself at its end."""
    return f'<p class="coverage" data-search-exclude>{" ".join(_footer(page))}</p>'


def _footer(page: PageCoverage) -> Iterator[str]:
    total, counts = len(page.asserted), page.counts
    if not total:
        yield "No sentence on this page asserts anything about its subject."
        return
    ones = counts[Support.CLAIM]
    said = f"{ones} of {total} sentence{'s' * (total > 1)} on this page rest{'s' * (ones == 1)} on executed claims"
    if counts[Support.SOURCE]:
        said += f", {counts[Support.SOURCE]} on a cited source"
    if counts[Support.UNCHECKED]:
        said += f", {counts[Support.UNCHECKED]} on claims that could not be run here"
    yield said + "."
