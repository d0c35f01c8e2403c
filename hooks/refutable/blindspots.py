"""Blind spots: wrong variants of the references that no claim notices; trials are remembered like verdicts."""

import hashlib
import json
import os
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from refutable.equivalents import Fate
from refutable.fingerprint import Surroundings, fingerprint
from refutable.job import Job, Limits
from refutable.judge import plan, usual_limits
from refutable.library import Corpus
from refutable.memory import FOLDER
from refutable.progress import counted
from refutable.variants import Variant, variants
from refutable.verdict import End, Ruling, Verdict
from refutable.worker import run_jobs

_MEMORY = FOLDER / "blindspots.json"


@dataclass(frozen=True)
class Candidate:
    """A claim that could kill variants of a subject: its job, and a digest of all that matters but the subject."""

    job: Job
    digest: str

    def key(self, variant: Variant) -> str:
        return hashlib.sha256(f"{self.digest} {variant.source}".encode()).hexdigest()[:32]


@dataclass(frozen=True)
class Search:
    """The variants of some subjects, and for each subject the claims to try, likely killers first."""

    variants: list[Variant]
    candidates: Mapping[str, list[Candidate]]
    untried: Mapping[str, tuple[str, ...]]  # claims that cannot run here, or that nobody asked for
    remembered: dict[str, bool]  # trial -> whether the variant was killed
    died: set[str] = field(default_factory=set)  # killed now, but not to be relied on: the machine may have been busy

    def fate(self, variant: Variant) -> Fate:
        candidates = self.candidates[variant.subject]
        killer = next((c.job.id for c in candidates if self.remembered.get(c.key(variant))), "")
        return Fate(variant, tuple(c.job.id for c in candidates), killer, self.untried[variant.subject])

    def waiting(self, variant: Variant) -> list[Candidate]:
        """The claims that are still to be tried on a variant; none if it is dead."""
        if self.fate(variant).killer:
            return []
        return [c for c in self.candidates[variant.subject] if c.key(variant) not in self.remembered]


def search(corpus: Corpus, rulings: Mapping[str, Ruling], names: Collection[str] = ()) -> Search:
    """What there is to do for the subjects `names`, or for all. Only claims that hold can notice anything.

    Where claims without requirements use a subject, these alone have to suffice, so that all machines agree. Where
    there are none it drives somebody else's software: it is left alone unless it is named.
    """
    around, limits = Surroundings(corpus.root), usual_limits()
    candidates, untried = {}, {}
    for name in names or corpus.subjects:
        users = {id: e.claim for id, e in corpus.entries.items() if e.check and e.claim and name in e.check.subjects}
        ids = [id for id, claim in users.items() if not claim.requires] or list(users if names else ())
        holding = [id for id in ids if rulings[id] is Ruling.HOLDS]
        candidates[name] = sorted(_candidates(corpus, around, name, holding, limits), key=partial(_rank, name))
        untried[name] = tuple(id for id in ids or users if rulings[id] is Ruling.SKIPPED or not ids)
    found = [v for name in candidates for v in variants(name, corpus.text(corpus.subjects[name]))]
    remembered = _recall(corpus.root)
    if not names:  # what nobody will ask for again is forgotten
        asked = {c.key(v) for v in found for c in candidates[v.subject]}
        remembered = {key: killed for key, killed in remembered.items() if key in asked}
    return Search(found, candidates, untried, remembered)


def _candidates(corpus: Corpus, around: Surroundings, name: str, ids: list[str], limits: Limits) -> Iterator[Candidate]:
    for id in ids:
        job = plan(corpus, corpus.entries[id], around, limits)
        if isinstance(job, Job):
            parts = {k: v for k, v in fingerprint(corpus.entries[id], job, around).items() if k != name}
            yield Candidate(job, hashlib.sha256(json.dumps([id, name, parts], sort_keys=True).encode()).hexdigest())


def _rank(name: str, candidate: Candidate) -> tuple[bool, int, int]:
    """Checks that were made to tell this subject's mutants apart first, those that need a framework last."""
    own = sum(subject == name for _, subject, *_ in candidate.job.mutants)
    return bool(candidate.job.preload), -own, len(candidate.job.parameters)


def run(looking: Search, root: Path) -> int:
    """Try claims on all variants that are alive, more of them in every round; returns how many trials it took."""
    alive = [v for v in looking.variants if looking.waiting(v)]
    tried, many = 0, 1
    with counted(len(alive), "variant") as tick:
        while alive:
            trials = {f"{i} {c.job.id}": (v, c) for i, v in enumerate(alive) for c in looking.waiting(v)[:many]}
            jobs = [_job(id, variant, candidate) for id, (variant, candidate) in trials.items()]
            run_jobs(jobs, lambda _: None, _noted(looking, trials, tick))
            tried, many = tried + len(trials), 2 * many
            _remember(root, {key: killed for key, killed in looking.remembered.items() if key not in looking.died})
            alive = [v for v in alive if looking.waiting(v)]
    return tried


def _job(id: str, variant: Variant, candidate: Candidate) -> Job:
    return replace(candidate.job, id=id, mutants=(), observed=(), replaced={variant.subject: variant.source})


def _noted(looking: Search, trials: Mapping[str, tuple[Variant, Candidate]], tick: Callable[[str], None]
           ) -> Callable[[str, Verdict], None]:
    def note(id: str, verdict: Verdict) -> None:
        variant, candidate = trials[id]
        if any(trial.end is End.DIED for trial in verdict.trials):
            looking.died.add(candidate.key(variant))
        killed = bool(verdict.trials) and verdict.trials[0].end is not End.PASSED
        if killed and not looking.fate(variant).killer:
            tick(variant.subject)
        looking.remembered[candidate.key(variant)] = killed
    return note


def _recall(root: Path) -> dict[str, bool]:
    try:
        plain = json.loads((root / _MEMORY).read_text(encoding="utf-8"))
        return {str(key): value is True for key, value in plain.items()}
    except (OSError, ValueError, AttributeError):
        return {}


def _remember(root: Path, remembered: Mapping[str, bool]) -> None:
    """Write whole or not at all, as the memory of verdicts is."""
    (root / _MEMORY).parent.mkdir(parents=True, exist_ok=True)
    new = root / f"{_MEMORY}.{os.getpid()}"
    new.write_text(json.dumps(remembered), encoding="utf-8")
    new.replace(root / _MEMORY)
