"""Which questions to answer in an hour, in an evening and in a week; by minutes, easy ones first."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reader.interview_questions import LEVELS, Question

MINUTES = {"easy": 2, "medium": 4, "hard": 6}  # to answer, to compare and to grade
DAYS = 7


@dataclass(frozen=True)
class Plan:
    id: str
    title: str
    questions: tuple[Question, ...]

    @property
    def minutes(self) -> int:
        return sum(MINUTES[q.level] for q in self.questions)


def plans(questions: Sequence[Question]) -> tuple[Plan, ...]:
    """One hour, one evening of three hours, and seven days that go through everything."""
    ordered = _in_turns(questions)
    hour = Plan("one-hour", "One hour", _within(ordered, 60))
    evening = Plan("one-evening", "One evening", _within(ordered, 180))
    return hour, evening, *_week(questions)


def _in_turns(questions: Sequence[Question]) -> list[Question]:
    """Easy ones first, and of each level one of every topic in turn, so that a short plan touches all of them."""
    seen: Counter[tuple[str, str]] = Counter()
    turns: dict[str, int] = {}
    for q in questions:
        seen[q.level, q.topic] += 1
        turns[q.id] = seen[q.level, q.topic]
    return sorted(questions, key=lambda q: (LEVELS.index(q.level), turns[q.id]))


def _within(questions: Iterable[Question], minutes: int) -> tuple[Question, ...]:
    """From the front as many as fit."""
    found: list[Question] = []
    for question in questions:
        minutes -= MINUTES[question.level]
        if minutes < 0:
            break
        found.append(question)
    return tuple(found)


def _week(questions: Sequence[Question]) -> tuple[Plan, ...]:
    """Days of about the same length, in the order of the pages, so that a day stays on its topic."""
    total = sum(MINUTES[q.level] for q in questions)
    days: list[list[Question]] = [[] for _ in range(DAYS)]
    spent = 0
    for question in questions:
        spent += MINUTES[question.level]
        days[min(DAYS - 1, (spent - 1) * DAYS // max(total, 1))].append(question)
    return tuple(Plan(f"one-week-{n}", f"Day {n}", tuple(day)) for n, day in enumerate(days, 1))
