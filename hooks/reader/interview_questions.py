"""The interview questions, read from Markdown: a heading with an id and a level, below it five parts in order."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from refutable.marker import MARKER, MarkerKind, without_code
from refutable.problem import Problem, did_you_mean

LEVELS = ("easy", "medium", "hard")
PARTS = {"short": "In 30 seconds", "full": "In full", "follow-ups": "Follow-ups", "weak": "A weak answer",
         "rubric": "Grade yourself"}
_QUESTION = re.compile(r'^## +(.+?) *\{ *#([\w-]+) +\.question +data-level="([\w-]*)" *\}$')
_ALMOST = re.compile(r"^## .*\.question\b")
_PART = re.compile(r"^### +.+? *\{ *#([\w-]+) *\}$")
_MISCONCEPTION = re.compile(r"\[([^\]]+)\]\(((?:\.\./)*misconceptions/[^)\s]+)\)")


@dataclass(frozen=True)
class Link:
    text: str  # Markdown
    target: str  # as written, relative to the page


@dataclass(frozen=True)
class Question:
    id: str
    title: str  # Markdown
    level: str
    page: str  # path below docs/
    topic: str  # the page's stem
    topic_title: str
    line: int
    parts: Mapping[str, str]  # Markdown by the names in PARTS

    @property
    def claims(self) -> tuple[str, ...]:
        """The claims that its answers name, in the order of first mention."""
        found = (m[2].partition(".")[0] for text in self.parts.values() for m in MARKER.finditer(without_code(text))
                 if m[1] in (MarkerKind.CLAIM, MarkerKind.COUNTEREXAMPLE))
        return tuple(dict.fromkeys(found))

    @property
    def criteria(self) -> tuple[str, ...]:
        """What a good answer contains; each is a point."""
        return tuple(re.findall(r"(?m)^[-*] +(.+)$", self.parts["rubric"]))

    @property
    def misconceptions(self) -> tuple[Link, ...]:
        found = {m[2]: Link(m[1], m[2]) for text in self.parts.values() for m in _MISCONCEPTION.finditer(text)}
        return tuple(found.values())


def read_questions(pages: Mapping[str, str]) -> tuple[tuple[Question, ...], tuple[Problem, ...]]:
    """Every question of `pages` (text by path below docs/) that can be read, and what is wrong with the others."""
    questions: dict[str, Question] = {}
    problems: list[Problem] = []
    for path, text in pages.items():
        for question in _of_page(path, text, problems):
            other = questions.get(question.id)
            if other:
                problems.append(_problem(path, question.line, f"the id `{question.id}` is also that of a question in "
                                         f"{other.page}", "ids are what readers' progress is kept by; choose another"))
            else:
                questions[question.id] = question
    return tuple(questions.values()), tuple(problems)


def interview_pages(pages: Mapping[str, str]) -> dict[str, str]:
    """The pages that hold questions, in the order in which their index names them."""
    index = pages.get("interview/index.md", "")
    found = {path: text for path, text in pages.items()
             if path.startswith("interview/") and path != "interview/index.md"}

    def place(path: str) -> tuple[int, str]:
        at = index.find(f"]({path.removeprefix('interview/')}")
        return (at if at >= 0 else len(index), path)

    return {path: found[path] for path in sorted(found, key=place)}


def _of_page(path: str, text: str, problems: list[Problem]) -> Iterator[Question]:
    lines = text.split("\n")
    heading = next((line[2:] for line in lines if line.startswith("# ")), path)
    title = heading.split(": ", 1)[-1].strip()
    stem = path.rsplit("/", 1)[-1].removesuffix(".md")
    for start in (n for n, line in enumerate(lines) if _ALMOST.match(line)):
        end = next((n for n in range(start + 1, len(lines)) if re.match(r"##? ", lines[n])), len(lines))
        match = _QUESTION.match(lines[start])
        name, id, level = match.groups() if match else ("", "", "")
        parts = _parts(id, lines[start + 1:end])
        wrong = _wrong(id, level, parts)
        if wrong:
            problems.append(_problem(path, start + 1, *wrong))
        else:
            yield Question(id, name, level, path, stem, title[:1].upper() + title[1:], start + 1, parts)


def _parts(id: str, lines: list[str]) -> dict[str, str]:
    """The text of each part, in the order in which they stand; a part without its id is named after its heading."""
    parts: dict[str, list[str]] = {}
    into: list[str] = []
    for line in lines:
        if line.startswith("### "):
            match = _PART.match(line)
            name = match[1].removeprefix(f"{id}-") if match else line
            into = parts.setdefault(name, [])
        else:
            into.append(line)
    return {name: "\n".join(text).strip() for name, text in parts.items()}


def _wrong(id: str, level: str, parts: Mapping[str, str]) -> tuple[str, str] | None:
    """What is wrong with a question, and what to do."""
    if not id:
        return ("this heading of a question cannot be read",
                'write ## Question? { #id .question data-level="easy" }')
    if level not in LEVELS:
        return f"`{id}` has the unknown level `{level}`", did_you_mean(level, LEVELS, f"one of {', '.join(LEVELS)}")
    for name, heading in PARTS.items():
        if not parts.get(name):
            return f"`{id}` has no part `{name}`", f"write ### {heading} {{ #{id}-{name} }} below it"
    if tuple(parts) != tuple(PARTS):
        return f"`{id}` has the parts {', '.join(parts)}", f"write {', '.join(PARTS)}, in this order"
    if not re.search(r"(?m)^[-*] ", parts["rubric"]):
        return f"`{id}` has no criteria", "write them as a list, one a point"
    return None


def _problem(path: str, line: int, fault: str, advice: str) -> Problem:
    return Problem(f"docs/{path}", line, fault, advice)
