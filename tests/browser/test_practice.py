"""The pages to practise on as a reader meets them: numbers, quizzes, and what every page promises."""

import gzip
from pathlib import Path

import pytest
from playwright.sync_api import expect
from visitor import module, stored, tab_to, visit

ASSETS = Path(__file__).parent.parent.parent / "docs/assets/practice"
PAGES = ["practice/", "practice/interview/", "practice/numbers/", "practice/quiz/", "practice/code/", "practice/deck/",
         "concepts/layer-norm/", "claims/layer-norm-ignores-scale/"]

TWICE = """[...document.querySelectorAll("[id]")].map(e => e.id).filter((id, i, all) => all.indexOf(id) !== i)"""
NAMELESS = """[...document.querySelectorAll("article :is(input, select, textarea, button):not([hidden])")]
  .filter(e => !(e.labels?.[0]?.textContent || e.textContent || e.getAttribute("aria-label") || e.title).trim())
  .map(e => e.outerHTML)"""
OPEN_ALL = "document.querySelectorAll('article details').forEach(d => { d.hidden = false; d.open = true })"


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 320)])
def test_every_page_keeps_its_promises(open_page, elsewhere, path, scheme, width):
    page = open_page("404-not-yet/", scheme=scheme, width=width)
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.goto("http://127.0.0.1:8000/" + path)
    page.wait_for_load_state("networkidle")
    page.evaluate(OPEN_ALL)
    assert (errors, elsewhere) == ([], [])
    assert page.evaluate(TWICE) == [], "ids that stand twice"
    assert page.evaluate(NAMELESS) == [], "fields and buttons without a name"
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_our_scripts_are_small():
    assert sum(len(gzip.compress(path.read_bytes(), 9, mtime=0)) for path in ASSETS.glob("*.js")) < 30_000


def fill(page, id):
    return page.locator(f"norm-fill[data-id={id}]")


def test_a_number_is_checked_by_keyboard_alone(open_page):
    page = open_page("practice/numbers/")
    exercise = fill(page, "ln-3-1")
    expect(exercise.locator("input")).to_be_visible()
    tab_to(page, "norm-fill[data-id=ln-3-1] input")
    page.keyboard.type("[0.707, -0.707]")
    page.keyboard.press("Enter")
    expect(exercise.get_by_role("status")).to_contain_text("Not yet. You divided the variance by")
    expect(exercise.locator("input")).to_have_attribute("aria-invalid", "true")
    page.keyboard.press("Control+A")
    page.keyboard.type("1, −1")
    page.keyboard.press("Enter")
    expect(exercise.get_by_role("status")).to_contain_text("Right.")
    expect(exercise.locator("details.success p").first).to_be_visible()


def test_hints_open_one_at_a_time(open_page):
    exercise = fill(open_page("practice/numbers/"), "ln-3-1")
    first, second = exercise.locator("details.hint").all()
    expect(second).to_be_hidden()
    first.locator("summary").press("Enter")
    expect(second).to_be_visible()


READINGS = [
    ("5.1", "5.10", 0.005, True), ("5,1", "5.10", 0.005, True), ("√26", "5.10", 0.005, True),
    ("sqrt(26)", "5.10", 0.005, True), ("(5.1)", "5.10", 0.005, True), ("2√2", "2.828", 0.005, True),
    ("1/7", "1/7", 0.0002, True), ("-1/√2", "-0.7071", 0.0005, True), ("−7", "-7", 0.005, True),
    ("266,240", "266240", 0.005, True), ("266240", "266240", 0.005, True), ("1e-3", "0.001", 1e-6, True),
    ("14.3%", "1/7", 0.0002, True), ("14,3 %", "1/7", 0.0002, True), ("20%", "0.2", 0.001, True),
    ("√(1/2)", "0.7071", 0.0005, True), ("sqrt(1/2)", "0.7071", 0.0005, True), ("√½", "0.7071", 0.0005, True),
    ("√0,5", "0.7071", 0.0005, True), ("√2/2", "0.7071", 0.0005, True), ("1/(√2)", "0.7071", 0.0005, True),
    ("2·√2", "2.828", 0.005, True), ("√2√3", "√6", 0.0005, True), ("2√2√2", "4", 0.005, True),
    ("2×√2", "2.828", 0.005, True), ("⅐", "1/7", 0.0002, True),
    ("1½", "1.5", 0.005, True), ("≈1.41", "1.414", 0.005, True), ("1/√(1 + 24)", "0.2", 0.001, False),
    ("14.3", "1/7", 0.0002, False), ("1/2/", "0.5", 0.005, False), ("√", "0", 0.005, False), ("%", "0", 0.005, False),
    ("[5; -1]", "[5, -1]", 0.005, True), ("5 -1", "[5, -1]", 0.005, True), ("(5, -1)", "[5, -1]", 0.005, True),
    ("13.0", "√170", 0.005, True), ("22.6", "√512", 0.005, True), (".71", "0.7071", 0.0005, True),  # rounded rightly
    ("0.14", "1/7", 0.0002, True), ("14%", "1/7", 0.0002, True), ("-0.71", "-0.7071", 0.0005, True),
    ("0.1", "1/7", 0.0002, False), ("0.15", "1/7", 0.0002, False), ("5", "5.10", 0.005, False),
    ("13.1", "√170", 0.005, False), ("266241", "266240", 0.005, False),
    ("0.71, 0.70", "[0.7071, 0.7071]", 0.0005, False),
    ("5.11", "5.10", 0.005, False), ("", "5.10", 0.005, False), ("five", "5", 0.005, False),
    ("1/0", "5", 0.005, False), ("Infinity", "5", 0.005, False), ("5 5", "5", 0.005, False),
    ("[5]", "[5, -1]", 0.005, False), ("[5, -1, 0]", "[5, -1]", 0.005, False), ("5-1", "[5, -1]", 0.005, False),
]


def test_numbers_are_read_as_people_write_them(open_page):
    page = open_page("404-not-yet/")
    wrong = [given for *given, right in READINGS if module(page, "numbers.js", "means(...given)", *given) is not right]
    assert wrong == []


def test_one_number_is_asked_for_as_one(open_page):
    page = open_page("404-not-yet/")
    assert module(page, "numbers.js", "nearly(...given)", "5 5", "5", 0.005) == "Write one number."
    assert "Write 2 numbers" in module(page, "numbers.js", "nearly(...given)", "5", "[5, -1]", 0.005)


def test_every_named_mistake_gets_its_own_word(open_page):
    page = open_page("practice/numbers/")
    expect(page.locator("norm-fill input").last).to_be_visible()
    silent = page.evaluate("""() => [...document.querySelectorAll("norm-fill")].flatMap(exercise =>
      [...exercise.querySelectorAll("details.failure dt")].filter(term => {
        exercise.querySelector("input").value = term.textContent
        exercise.querySelector("form").requestSubmit()
        const word = term.nextElementSibling.textContent.trim().slice(0, 20)
        return !exercise.querySelector("[role=status]").textContent.includes(word)
      }).map(term => term.textContent))""")
    assert silent == []


def test_answers_outlive_a_reload_and_instant_navigation(open_page):
    page = open_page("practice/numbers/")
    field = fill(page, "rms-3-4").locator("input")
    field.fill("[0.8485, 1.1314]")
    page.keyboard.press("Enter")
    page.reload()
    expect(field).to_have_value("[0.8485, 1.1314]")
    expect(fill(page, "rms-3-4").get_by_role("status")).to_contain_text("Answered on 20")
    visit(page, "practice/quiz/")
    expect(page.locator("norm-quiz").first.get_by_role("radio").first).to_be_visible()
    visit(page, "practice/numbers/")
    expect(field).to_have_value("[0.8485, 1.1314]")


def test_a_quiz_is_answered_by_keyboard_and_every_option_has_its_word(open_page):
    page = open_page("practice/quiz/")
    quiz = page.locator("norm-quiz[data-id=quiz-skip-of-output-norm]")
    expect(quiz.get_by_role("group", name="What does the skip pass through")).to_be_visible()
    tab_to(page, "norm-quiz[data-id=quiz-skip-of-output-norm] input")
    page.keyboard.press("Enter")
    expect(quiz.get_by_role("status")).to_contain_text("Choose one of the answers first.")
    words = []
    for _ in range(3):
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        words.append(quiz.get_by_role("status").inner_text())
    assert sum(word.startswith("Right.") for word in words) == 1
    assert len(set(words)) == 3


def test_every_quiz_has_one_right_answer_and_keeps_it_by_its_words(open_page):
    page = open_page("practice/quiz/")
    expect(page.get_by_role("radio").last).to_be_visible()
    assert page.evaluate("""[...document.querySelectorAll("norm-quiz")].filter(quiz =>
      quiz.querySelectorAll("details.right").length !== 1 ||
      quiz.querySelectorAll("details.option").length < 3).length""") == 0
    quiz = page.locator("norm-quiz[data-id=quiz-norm-first]")
    quiz.get_by_label("That depends on where its skip starts").check()
    quiz.get_by_role("button", name="Check").click()
    assert stored(page)["done"]["quiz-norm-first"]["answer"] == "That depends on where its skip starts"
    page.reload()
    expect(quiz.get_by_label("That depends on where its skip starts")).to_be_checked()
    expect(quiz.get_by_role("status")).to_contain_text("Right.")
