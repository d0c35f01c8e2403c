"""Status: what the reader is told, from a verdict, a review and what the claim rests on."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from refutable.record import Claim, Evidence, Review, Reviewer
from refutable.source import Source
from refutable.verdict import Ruling

PARTS = ("statement", "caveats", "sources", "evidence", "check")


READ_BY_AI = "sources read by AI"


class Status(StrEnum):
    """From best to worst; the value is the word on the stamp."""

    VERIFIED = "verified"
    AI_READ = f"checked, {READ_BY_AI}"
    CHECKED = "checked"
    UNCHECKED = "unchecked"
    UNPROVEN = "unproven"
    REFUTED = "refuted"


@dataclass(frozen=True)
class Standing:
    """What a review is worth now: `changed` names the parts that are no longer what was signed."""

    review: Review | None = None
    changed: tuple[str, ...] = ()

    @property
    def current(self) -> bool:
        return self.review is not None and not self.changed

    @property
    def word(self) -> str:
        return "none" if self.review is None else "current" if self.current else "stale"


def part_digests(claim: Claim, check: str, sources: Mapping[str, Source]) -> dict[str, str]:
    """A digest of each part that a review signs; `check` is the text of the check file."""
    cited = []
    for c in claim.citations:
        work = sources.get(c.source)
        cited.append(f"{c.source}|{c.locator}|{c.relation}|{work.title if work else ''}|{work.url if work else ''}")
    said = f"{claim.statement}\n{claim.misconception}"
    texts = (said, "\n".join(claim.caveats), "\n".join(cited), claim.evidence.value, check)
    return {part: hashlib.sha256(text.encode()).hexdigest()[:12] for part, text in zip(PARTS, texts, strict=True)}


def signature(digests: Mapping[str, str]) -> str:
    """The digest that a review records: one for each part, so that a page can name the part that changed."""
    return "-".join(digests[part] for part in PARTS)


def standing(claim: Claim, digests: Mapping[str, str]) -> Standing:
    if claim.review is None:
        return Standing()
    signed = dict(zip(PARTS, claim.review.digest.split("-"), strict=True))
    return Standing(claim.review, tuple(part for part in PARTS if signed[part] != digests[part]))


def status_of(ruling: Ruling, standing: Standing) -> Status:
    """Evidence first, signature second: a review raises what holds and rescues nothing."""
    if ruling is Ruling.HOLDS:
        if not standing.current or standing.review is None:
            return Status.CHECKED
        return Status.VERIFIED if standing.review.kind is Reviewer.HUMAN else Status.AI_READ
    return {Ruling.REFUTED: Status.REFUTED, Ruling.SKIPPED: Status.UNCHECKED}.get(ruling, Status.UNPROVEN)


def wording(status: Status, claim: Claim | None, environment: Mapping[str, str]) -> str:
    """The words on the stamp: the status, within what the kind of evidence lets it say."""
    if status in (Status.UNCHECKED, Status.UNPROVEN, Status.REFUTED) or claim is None:
        return status.value
    held, comma, read = status.value.partition(", ")  # the sources were read, whatever the evidence covers
    if claim.evidence is Evidence.REPORTED:
        return f"mechanism {held}, outcome reported{comma}{read}"
    versions = [f"{name} {environment[name]}" for name in claim.requires if name in environment]
    if claim.evidence is Evidence.SHIPPED and versions:
        return f"{held} in {', '.join(versions)}{comma}{read}"
    return status.value
