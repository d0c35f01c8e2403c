"""Interview mode in a browser, and the days on which questions come back."""

import re

import pytest
from playwright.sync_api import expect
from visitor import module, stored, tab_to, visit

PAGE = "practice/interview/"


@pytest.fixture
def page(open_page):
    page = open_page(PAGE)
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    return page


def start(page, topic="placement", level="medium"):
    page.get_by_label("Topic").select_option(topic)
    page.get_by_label("Level").select_option(level)
    page.get_by_role("button", name="Start", exact=True).click()


def test_a_question_is_answered_and_graded_by_keyboard_alone(page):
    tab_to(page, "norm-interview select")
    page.keyboard.press("ArrowDown")  # the first topic
    tab_to(page, "norm-interview button")
    page.keyboard.press("Enter")
    question = page.get_by_role("heading", name="Write pre-norm and post-norm.", level=2)
    expect(question).to_be_focused()
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"^(1:00|0:5\d) left$"))
    tab_to(page, "norm-interview textarea")
    page.keyboard.type("x + F(N(x)) and N(x + F(x))")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("heading", name="The answer", exact=True)).to_be_focused()
    answer = page.locator(".answer")
    expect(answer).to_contain_text("the skip carries the stream itself")
    assert answer.locator("math").count() > 3 and answer.locator(".stamp").count() > 3
    expect(answer.get_by_role("link", name="A Transformer block is pre-norm by definition").first).to_be_visible()
    said = page.locator(".grading [role=status]")
    expect(said).to_contain_text("0 of 4 points. This is new to you.")
    tab_to(page, "[name=point]")
    for _ in range(3):
        page.keyboard.press("Space")
        page.keyboard.press("Tab")
    expect(said).to_contain_text("3 of 4 points. All but one.")
    expect(said).to_contain_text("in 7 days")
    tab_to(page, ".grading button")
    page.keyboard.press("Enter")
    expect(page.locator("norm-interview .note").first).to_contain_text("Question 2 of 5")
    card = stored(page)["cards"]["write-pre-norm-and-post-norm"]
    assert (card["points"], card["of"], card["interval"], card["grade"]) == (3, 4, 7, "all but one")


def test_points_are_taken_off(page):
    start(page)
    page.get_by_role("button", name="Reveal").click()
    expect(page.locator("[name=point]").first).to_be_visible()
    for box in page.locator("[name=point]").all():
        box.check()
    said = page.locator(".grading [role=status]")
    expect(said).to_contain_text("5 of 5 points. All points.")
    page.get_by_label("a number without its setting").check()
    expect(said).to_contain_text("4 of 5 points. All but one.")


def test_links_of_a_revealed_answer_lead_where_they_led(page):
    start(page)
    page.get_by_role("button", name="Reveal").click()
    expect(page.locator(".answer .stamp a").first).to_be_visible()
    links = page.evaluate("[...document.querySelectorAll('.answer a')].map(link => link.href)")
    assert all(link.startswith("http://127.0.0.1:8000/") and "/practice/" not in link for link in links)
    assert any("/claims/" in link for link in links) and any("/misconceptions/" in link for link in links)


def test_a_round_can_be_left_and_taken_up_after_a_reload_or_another_page(page):
    start(page)
    page.locator("norm-interview textarea").fill("Half an answer")
    page.reload()
    page.get_by_role("button", name="Continue (5 left)").click()
    expect(page.locator("norm-interview textarea")).to_have_value("Half an answer")
    page.get_by_role("button", name="Skip").click()
    visit(page, "practice/")
    visit(page, PAGE)
    page.get_by_role("button", name="Continue (4 left)").click()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_label("Topic")).to_be_focused()


def test_a_plan_is_practised_and_ends_with_a_count(page):
    page.get_by_role("button", name="Start day 2").click()
    note = page.locator("norm-interview .note").first
    expect(note).to_contain_text("Question 1 of")
    others = int(re.search(r"of (\d+)", note.inner_text())[1]) - 1
    page.get_by_role("button", name="Reveal").click()
    page.get_by_role("button", name="Keep and go on").click()
    for _ in range(others):
        page.get_by_role("button", name="Skip").click()
    expect(page.get_by_role("heading", name="Done")).to_be_focused()
    ended = re.compile(r"1 graded, 0 of \d points.*comes back tomorrow", re.DOTALL)
    expect(page.locator(".interview")).to_contain_text(ended)
    page.get_by_role("button", name="Once more those with a point missing").click()
    expect(page.locator("norm-interview .note").first).to_contain_text("Question 1 of 1")


def test_a_round_in_another_tab_is_told_of_and_not_mixed_up(page):
    start(page)
    other = page.context.new_page()
    other.goto(page.url)
    page.get_by_role("button", name="Reveal").click()
    expect(page.locator("[name=point]").first).to_be_visible()
    start(other, "norm-type", "easy")
    told = page.locator("norm-interview > [role=status]")
    expect(told).to_contain_text("Another tab has started a round")
    page.get_by_role("button", name="Keep and go on").click()
    expect(page.get_by_label("Topic")).to_be_focused()
    expect(told).to_contain_text("Another tab has started a round")
    kept = stored(page)
    assert len(kept["cards"]) == 1 and kept["session"]["answers"] == []
    assert not set(kept["cards"]) & set(kept["session"]["queue"])
    # The same round in both: a question counts once.
    page.get_by_role("button", name="Continue").click()
    for tab in (page, other):
        tab.get_by_role("button", name="Reveal").click()
        tab.get_by_role("button", name="Keep and go on").click()
    expect(other.locator("norm-interview .note").first).to_contain_text("Question 2 of")
    assert len(stored(page)["session"]["answers"]) == 1


def test_what_is_due_comes_first_and_the_rest_waits(page):
    page.evaluate("""async () => {
      const { change } = await import("/assets/practice/store.js")
      const { dayOf } = await import("/assets/practice/schedule.js")
      change(all => {
        all.cards["how-many-norms"] = { due: dayOf() - 1, interval: 2, ease: 2.5 }
        all.cards["write-pre-norm-and-post-norm"] = { due: dayOf() + 3, interval: 7, ease: 2.5 }
      })
    }""")
    page.get_by_label("Topic").select_option("placement")
    counted = re.compile(r"\d+ questions: 1 due today, \d+ never asked, 1 later")
    expect(page.locator(".interview .note")).to_contain_text(counted)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator(".interview h2")).to_contain_text("How many norms")


def test_better_answers_wait_longer_and_every_one_comes_back(page):
    steps = module(page, "schedule.js", """after && (async () => {
      const { after, grade } = await import("/assets/practice/schedule.js")
      const first = [0, 2, 3, 4].map(points => after(undefined, points, 4, 100))
      const grown = [4, 4, 4, 4, 4, 4, 4].reduce((cards, points) =>
        [...cards, after(cards.at(-1), points, 4, cards.at(-1)?.due ?? 100)], [])
      const failed = after(grown.at(-1), 1, 4, 500)
      const close = [0, 2, 3, 4].map(points => after(grown.at(-1), points, 4, 500, 508))
      const tomorrow = [0, 2, 3, 4].map(points => after(undefined, points, 4, 500, 501))
      return { first, grown, failed, close, tomorrow,
               eve: after(undefined, 4, 4, 500, 501), past: after(undefined, 4, 4, 500, 400),
               grades: [[0, 4], [1, 4], [2, 4], [3, 4], [4, 4], [1, 2], [1, 1], [0, 1]].map(given => grade(...given)) }
    })()""")
    assert [card["grade"] for card in steps["first"]] == ["less", "half", "all but one", "all"]
    assert [card["due"] - 100 for card in steps["first"]] == [1, 2, 7, 14]
    waits = [card["interval"] for card in steps["grown"]]
    assert waits == sorted(waits) and waits[-1] == 365 and len(set(waits[:4])) == 4
    assert steps["failed"]["interval"] == 1 and steps["failed"]["ease"] < steps["grown"][-1]["ease"]
    assert [card["due"] for card in steps["close"]] == [501, 502, 504, 504]  # before the interview on day 508
    assert [card["due"] for card in steps["tomorrow"]] == [500, 500, 501, 501]  # what was weak, before the day
    assert steps["eve"]["due"] == 501 and steps["past"]["due"] == 514
    assert steps["grades"] == ["less", "less", "half", "all but one", "all", "half", "all", "less"]


def test_a_short_round_touches_every_topic(page):
    questions = [{"id": id, "topic": id[0]} for id in ("a1", "a2", "a3", "b1", "b2", "b3", "c1")]
    assert module(page, "schedule.js", "inTurns(given[0])", questions) == ["a1", "b1", "c1", "a2", "b2", "a3", "b3"]


def test_a_day_is_the_readers_own_and_no_change_of_clocks_moves_it(page):
    days = module(page, "schedule.js", """dayOf && (async () => {
      const { dayOf } = await import("/assets/practice/schedule.js")
      return [[2026, 2, 28, 23, 59], [2026, 2, 29, 0, 1], [2026, 2, 29, 23, 59], [2026, 2, 30, 12, 0]]
        .map(parts => dayOf(new Date(...parts)))
    })()""")
    assert [day - days[0] for day in days] == [0, 1, 1, 2]


def test_without_scripts_every_question_and_plan_can_be_reached(open_page):
    page = open_page(PAGE, scripts=False)
    assert page.locator("h2#all-questions ~ div ul.questions a").count() >= 60
    expect(page.get_by_role("heading", name="One hour")).to_be_visible()
    page.locator(".plan summary").first.click()
    link = page.locator(".plan a").first
    expect(link).to_be_visible()
    link.click()
    expect(page.get_by_role("heading", name="In 30 seconds").first).to_be_visible()
    assert page.locator("norm-interview").count() == 0
