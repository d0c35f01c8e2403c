"""The whole knowledge base examined: read, linted, judged and assessed. What the hook and the commands start from."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from refutable.agreement import unexplained
from refutable.assessment import Assessment, assess, with_doubts
from refutable.coverage import PageCoverage, cover
from refutable.implementations import judge_implementations
from refutable.job import Limits
from refutable.judge import Judgement, Progress, judge
from refutable.library import Corpus, read_corpus
from refutable.problem import Problem
from refutable.rules import lint
from refutable.rules.tables import tables_of
from refutable.stamp import Stamper
from refutable.subject import read_subject
from refutable.verdict import Ruling


@dataclass(frozen=True)
class Examined:
    corpus: Corpus
    judgements: dict[str, Judgement]
    assessments: dict[str, Assessment]
    problems: tuple[Problem, ...]
    disagreements: tuple[Problem, ...] = ()  # of the problems, those of implementations that no claim explains

    @cached_property
    def stamper(self) -> Stamper:
        read = (read_subject(name, path, self.corpus.text(path)) for name, path in self.corpus.subjects.items())
        return Stamper(self.assessments, {subject.name: subject for subject in read if subject}, tables_of(self.corpus))

    @property
    def said(self) -> dict[str, dict[str, str]]:
        """What the docstrings of implementations say, by framework and name."""
        return {framework: {subject.name: " ".join(subject.says.split()) for name, path in paths.items()
                            if (subject := read_subject(name, path, self.corpus.text(path)))}
                for framework, paths in self.corpus.implementations.items()}

    @cached_property
    def coverage(self) -> dict[str, PageCoverage]:
        """By page; only where everything was examined, for a claim that was not is one that does not exist."""
        status = {id: a.status for id, a in self.assessments.items()}
        return {page.path: page for page in cover(self.corpus.pages, status, self.corpus.sources)}


def examine(root: Path, progress: Progress, ids: Iterable[str] | None = None, limits: Limits | None = None,
            again: bool = False) -> Examined:
    """Judge `ids`, or everything, and whatever these rest on; raises Unreadable."""
    corpus = read_corpus(root)
    wanted = None if ids is None else _with_foundations(corpus, ids)
    judgements = judge(corpus, progress, wanted, limits, again)
    holding = {id: j.verdict for id, j in judgements.items() if j.verdict.ruling is Ruling.HOLDS}
    agreements, problems = judge_implementations(corpus, progress, holding, limits, again)
    assessments = {}
    for id, judgement in judgements.items():
        entry = corpus.entries[id]
        assessment = assess(id, entry.topic, entry.record_path, entry.claim, entry.check, entry.check_text,
                            judgement.verdict, judgement.when, corpus.sources, entry.problems)
        assessments[id] = replace(assessment, agreements=agreements.get(id, ()))
        problems += unexplained(id, assessments[id].agreements)
    return Examined(corpus, judgements, with_doubts(assessments), (*lint(corpus), *problems), tuple(problems))


def _with_foundations(corpus: Corpus, ids: Iterable[str]) -> list[str]:
    waiting, found = list(ids), dict[str, None]()
    while waiting:
        id = waiting.pop(0)
        entry = corpus.entries.get(id)
        if entry and id not in found:
            found[id] = None
            waiting += entry.claim.rests_on if entry.claim else ()
    return list(found)
