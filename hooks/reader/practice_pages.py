"""What is filled into the pages of docs/practice/: the list of all questions, the plans, and what can be done."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from reader.claim_box import address, counted
from reader.interview_questions import Question
from reader.study_plans import Plan, plans
from refutable.marker import without_code
from refutable.prose import inline

ELEMENTS = ("norm-code", "norm-fill", "norm-quiz")
_EXERCISE = re.compile(r'<(norm-(?:code|fill|quiz))\b[^>]*\bdata-id="([\w-]+)"')


def fill(html: str, questions: Sequence[Question], pages: Mapping[str, str], to_root: str) -> str:
    """Replace the comments `interview`, `every question`, `plans` and `progress` of a rendered page."""
    made: dict[str, Callable[[], str]] = {
        "interview": lambda: interview(to_root),
        "every question": lambda: every_question(questions, to_root),
        "plans": lambda: all_plans(questions, to_root),
        "progress": lambda: progress(pages, questions, to_root),
    }
    for name, make in made.items():
        comment = f"<!-- {name} -->"
        if comment in html:
            html = html.replace(comment, make())
    return html


def interview(to_root: str) -> str:
    return (f'<norm-interview data-from="{to_root}practice/questions.json"></norm-interview>\n'
            "<noscript><p>Scripts are off, so nobody asks. All questions are below, and lead to their answers.</p>"
            "</noscript>")


def every_question(questions: Sequence[Question], to_root: str) -> str:
    """Links to all answers, by topic; search finds the questions where they are answered."""
    parts = ["<div data-search-exclude>"]
    for topic, group in groupby(questions, key=lambda q: q.topic_title):
        parts += [f"<h3>{topic}</h3>", _links(list(group), to_root)]
    return "\n".join([*parts, "</div>"])


def all_plans(questions: Sequence[Question], to_root: str) -> str:
    """An hour and an evening, and below a heading of their own the days of a week."""
    short: list[Plan] = []
    week: list[Plan] = []
    for plan in plans(questions):
        (week if plan.id.startswith("one-week") else short).append(plan)
    minutes = sum(plan.minutes for plan in week)
    return "\n".join([*(_plan(plan, to_root, 3) for plan in short), '<h3 id="one-week">One week</h3>',
                      f"<p>Every question once, {minutes} minutes in seven days, and what comes back.</p>",
                      *(_plan(plan, to_root, 4) for plan in week)])


def _plan(plan: Plan, to_root: str, level: int) -> str:
    ids = " ".join(q.id for q in plan.questions)
    topics = ", ".join(dict.fromkeys(q.topic_title for q in plan.questions))
    return (f'<section class="plan" data-plan="{plan.id}" data-questions="{ids}" data-search-exclude>\n'
            f'<h{level} id="{plan.id}">{plan.title}</h{level}>\n'
            f"<p>{counted(len(plan.questions), 'question')}, {plan.minutes} minutes: {topics}.</p>\n"
            f"<details><summary>The questions</summary>{_links(plan.questions, to_root)}</details>\n</section>")


def _links(questions: Sequence[Question], to_root: str) -> str:
    items = "".join(f'<li><a href="{to_root}{address(q)}">{inline(q.title)}</a> '
                    f'<span class="seen">{q.level}</span></li>' for q in questions)
    return f'<ul class="questions">{items}</ul>'


def exercises(pages: Mapping[str, str]) -> dict[str, list[str]]:
    """The ids of all exercises by element; `pages`: Markdown by path below docs/."""
    found: dict[str, list[str]] = {name: [] for name in ELEMENTS}
    for text in pages.values():
        for element, id in _EXERCISE.findall(without_code(text)):
            found[element].append(id)
    return found


def progress(pages: Mapping[str, str], questions: Sequence[Question], to_root: str) -> str:
    ids = {name.removeprefix("norm-"): found for name, found in exercises(pages).items()}
    ids["interview"] = [q.id for q in questions]
    kept = " ".join(f'data-{name}="{" ".join(found)}"' for name, found in ids.items())
    return (f'<norm-progress data-root="{to_root}" {kept}></norm-progress>\n'
            "<noscript><p>Progress is kept by a script in your browser, and scripts are off. Everything else on these "
            "pages can be read without one.</p></noscript>")
