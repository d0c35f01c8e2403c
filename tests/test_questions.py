"""The interview questions as they are read, planned, written into files, and counted beside the claims."""

import csv
import io
import json
import re
from pathlib import Path

import pytest

from reader.claim_box import basis_of, claim_box, counted, last_review
from reader.grounded_question import ask, claim_question, page_question
from reader.interview_questions import LEVELS, PARTS, interview_pages, read_questions
from reader.practice_pages import every_question, exercises, fill
from reader.question_files import questions_csv, questions_json
from reader.study_plans import plans
from refutable.examine import examine
from refutable.progress import Progress

DOCS = Path(__file__).parent.parent / "docs"
PAGES = {path.relative_to(DOCS).as_posix(): path.read_text() for path in DOCS.rglob("*.md")}
QUESTIONS, PROBLEMS = read_questions(interview_pages(PAGES))


def page(heading='## Why? { #why .question data-level="easy" }', **changed):
    texts = {"short": "Because. <!-- claim: layer-norm-ignores-scale -->", "full": "<!-- equation: layer_norm -->",
             "follow-ups": "- *And then?* So.", "weak": "See [It is so](../misconceptions/norms.md#it-is-so).",
             "rubric": "- You said why.\n- =You said so.", **{name.replace("_", "-"): t for name, t in changed.items()}}
    parts = [f"### {PARTS[name]} {{ #why-{name} }}\n\n{text}" for name, text in texts.items() if text is not None]
    return "\n\n".join(["# Interview: norm type", heading, *parts])


def read(text):
    return read_questions({"interview/norms.md": text})


def test_the_questions_of_this_site_are_read_in_the_order_of_their_index():
    assert PROBLEMS == ()
    assert len(QUESTIONS) >= 60
    topics = list(dict.fromkeys(q.topic for q in QUESTIONS))
    index = PAGES["interview/index.md"]
    assert topics == sorted(topics, key=lambda topic: index.index(f"({topic}.md)"))
    assert all(q.claims and len(q.criteria) >= 3 for q in QUESTIONS)


def test_a_question_is_read():
    (q,), problems = read(page())
    assert problems == ()
    assert (q.id, q.title, q.level, q.topic, q.topic_title, q.line) == ("why", "Why?", "easy", "norms", "Norm type", 3)
    assert list(q.parts) == list(PARTS)
    assert q.claims == ("layer-norm-ignores-scale",)
    assert q.criteria == ("You said why.", "=You said so.")
    (link,) = q.misconceptions
    assert (link.text, link.target) == ("It is so", "../misconceptions/norms.md#it-is-so")


@pytest.mark.parametrize(("text", "fault"), [
    (page('## Why? { #why .question }'), "cannot be read; write ## Question?"),
    (page('## Why? { #why .question data-level="medum" }'), "unknown level `medum`; did you mean `medium`?"),
    (page(weak=None), "has no part `weak`; write ### A weak answer { #why-weak }"),
    (page(full=""), "has no part `full`"),
    (page(rubric="You said why."), "has no criteria"),
    (page(short=None) + "\n\n### In 30 seconds { #why-short }\n\nSo.", "write short, full, follow-ups, weak, rubric"),
    (page() + "\n\n" + page().partition("\n\n")[2], "the id `why` is also that of a question in interview/norms.md"),
])
def test_what_is_wrong_with_a_question_has_an_address_and_advice(text, fault):
    questions, problems = read(text)
    assert fault in str(problems[0])
    assert re.match(r"docs/interview/norms\.md:\d+: ", str(problems[0]))
    assert len(questions) <= 1


def test_plans_fit_their_time_and_a_week_asks_everything_once():
    hour, evening, *week = plans(QUESTIONS)
    assert 50 <= hour.minutes <= 60 and 160 <= evening.minutes <= 180
    assert {q.id for q in hour.questions} < {q.id for q in evening.questions}
    assert {q.level for q in hour.questions} == {"easy", "medium"}
    assert {q.topic for q in hour.questions} == {q.topic for q in QUESTIONS}
    assert sorted(q.id for day in week for q in day.questions) == sorted(q.id for q in QUESTIONS)
    assert max(day.minutes for day in week) <= 1.3 * min(day.minutes for day in week)
    assert [len(plan.questions) for plan in plans(())] == [0] * 9


@pytest.fixture(scope="module")
def small(judged_once):
    """The healthy knowledge base, examined."""
    return examine(judged_once, Progress())


def test_the_json_leads_to_answers_and_misconceptions(small):
    (plain,) = json.loads(questions_json(read(page("## Is $x > y$? { #why .question data-level=\"easy\" }"))[0],
                                         small.assessments))
    assert plain["url"] == "interview/norms/#why"
    assert plain["question"] == "Is $x > y$?" and "<math>" in plain["html"] and "&lt;" not in plain["html"]
    assert plain["misconceptions"] == [{"html": "It is so", "url": "misconceptions/norms/#it-is-so"}]
    assert plain["doubt"] == ""


def test_every_misconception_that_a_question_names_exists(small):
    for q in json.loads(questions_json(QUESTIONS, small.assessments)):
        for entry in q["misconceptions"]:
            path, _, anchor = entry["url"].partition("/#")
            assert f"#{anchor} " in PAGES[f"{path}.md"]


def test_the_table_is_plain_text_and_starts_no_formula(small):
    rows = list(csv.reader(io.StringIO(questions_csv(read(page(rubric="- You said $a - b$.", weak="=1+1"))[0], small,
                                                     "https://example.org/"))))
    assert len(rows) == 2 and len(rows[0]) == len(rows[1])
    row = dict(zip(*rows, strict=True))
    assert row["address"] == "https://example.org/interview/norms/#why"
    assert row["in full"].startswith("$") and "mathrm{LN}" in row["in full"]
    assert row["grade yourself"] == "• You said $a - b$." and row["a weak answer"] == "'=1+1"
    for row in csv.reader(io.StringIO(questions_csv(QUESTIONS, small, ""))):
        assert not any(cell.startswith(("=", "+", "-", "@")) or "<!--" in cell for cell in row)


def test_a_page_counts_its_claims_and_sources_once(small):
    text = ("Yes. <!-- claim: layer-norm-ignores-scale --> And so. <!-- claim: layer-norm-ignores-shift -->\n"
            "Again. <!-- claim: layer-norm-ignores-scale --> [Zhang](../sources/index.md#zhang-2019-rmsnorm)\n"
            "`<!-- claim: rms-norm-has-unit-size -->` [nobody](../sources/index.md#nobody)\n"
            "<!-- equation: layer_norm -->\n\n## See it\n\n<norm-trace></norm-trace>\n\n## Caveats\n")
    basis = basis_of(text, small)
    assert [a.id for a in basis.claims] == ["layer-norm-ignores-scale", "layer-norm-ignores-shift"]
    assert ({s.key for s in basis.sources}, basis.linked) == ({"ba-2016-layernorm", "zhang-2019-rmsnorm"}, 1)
    box = claim_box(basis, "../../", read(page())[0])
    question = page_question("Norms", basis, "https://example.org/")
    for said in (counted(2, "work"), last_review(basis.claims)):
        assert said in box and said in question
    assert "2 of 2 checked" in box and "2 claims, 2 of them checked" in question
    assert "something to operate" in box and 'href="../../interview/norms/#why"' in box
    assert "certifies nothing" in box


def test_a_grounded_question_says_everything_that_is_known(small):
    a = small.assessments["layer-norm-ignores-scale"]
    text = claim_question(a, small.corpus.sources, "https://example.org/")
    for known in (a.claim.statement, a.claim.caveats[0], "section 5.1, table 1", a.check_text.strip(),
                  *a.verdict.killed, "What would settle it", f"refutable check {a.id}"):
        assert known in text
    assert text.endswith("My question: ")
    assert "&lt;b&gt;" in ask("<b>", "claim")


def test_what_is_filled_into_the_pages_leads_to_every_question():
    filled = fill("<!-- every question --><!-- plans -->", QUESTIONS, PAGES, "../../")
    assert every_question(QUESTIONS, "../../") in filled and "<!--" not in filled
    for q in QUESTIONS:
        assert f'href="../../interview/{q.topic}/#{q.id}"' in filled
    assert set(re.findall(r'<span class="seen">(\w+)</span>', filled)) == set(LEVELS)


def test_the_ids_of_exercises_are_each_used_once():
    ids = [id for found in exercises(PAGES).values() for id in found]
    assert len(ids) == len(set(ids)) >= 35
