"""What is kept in the browser and can be taken along; what is copied; what remains without scripts and on paper."""

import json
import re

import pytest
from playwright.sync_api import expect
from visitor import KEY, module, stored, tab_to, visit

LOST = "The browser keeps nothing here; this is lost when you leave."
CONCEPT, CLAIM = "concepts/layer-norm/", "claims/layer-norm-ignores-scale/"


@pytest.fixture
def page(open_page):
    page = open_page("practice/")
    expect(page.get_by_role("button", name="Save a copy")).to_be_visible()
    return page


def know(page, **what):
    page.evaluate("([key, all]) => localStorage.setItem(key, JSON.stringify({version: 1, ...all}))", [KEY, what])
    page.reload()


def test_progress_counts_what_was_done(page):
    know(page, done={"ln-3-1": {"right": True}, "rms-3-4": {"right": False}, "quiz-norm-first": {"right": True},
                     "gone": {"right": True}}, cards={"how-many-norms": {"due": 1}})
    table = page.locator("norm-progress table")
    expect(table).to_contain_text(re.compile(r"Numbers to fill in\s*1 of \d\d"))
    expect(table).to_contain_text(re.compile(r"Quiz questions\s*1 of \d\d"))
    expect(table).to_contain_text(re.compile(r"Code exercises\s*0 of \d"))
    expect(table).to_contain_text(re.compile(r"1 of \d\d graded, 1 due today"))


def test_a_copy_is_saved_erased_and_loaded_again_by_keyboard(page, tmp_path):
    know(page, done={"ln-3-1": {"right": True, "answer": "1 -1", "on": "2026-11-29"}},
         notes={CONCEPT: {"text": "Why?", "next": "Run the check", "title": "LayerNorm"}})
    expect(page.locator("norm-progress")).to_contain_text("Run the check")
    tab_to(page, "norm-progress button")
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    download.value.save_as(tmp_path / "copy.json")
    assert re.fullmatch(r"where-the-norm-goes-\d{4}-\d\d-\d\d\.json", download.value.suggested_filename)
    before = stored(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Yes, erase it")).to_be_focused()
    assert stored(page) == before
    page.keyboard.press("Enter")
    expect(page.locator("norm-progress")).to_contain_text("Erased.")
    expect(page.locator("norm-progress table")).to_contain_text(re.compile(r"Numbers to fill in\s*0 of"))
    assert page.evaluate("localStorage.length") == 0 or KEY not in page.evaluate("Object.keys(localStorage)")
    page.locator("norm-progress input[type=file]").set_input_files(tmp_path / "copy.json")
    expect(page.locator("norm-progress")).to_contain_text("Loaded.")
    assert stored(page)["done"] == before["done"] and stored(page)["notes"] == before["notes"]


def test_a_file_that_is_no_copy_changes_nothing(page, tmp_path):
    know(page, done={"ln-3-1": {"right": True}})
    before = stored(page)
    said = page.locator("norm-progress [role=status]")
    for n, text in enumerate(["", "{", "[]", "{}", '{"version": 2}', "null", '"version"']):
        (tmp_path / f"{n}.json").write_text(text)
        page.get_by_role("button", name="Erase everything").click()
        page.get_by_role("button", name="Keep it").click()
        expect(said).to_have_text("Nothing was erased.")
        page.locator("norm-progress input[type=file]").set_input_files(tmp_path / f"{n}.json")
        expect(said).to_contain_text("export")
        assert stored(page) == before


def test_a_broken_memory_breaks_no_page(open_page):
    page = open_page("404-not-yet/")
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    for kept in ("{", '{"version": 1, "done": 7, "notes": null, "cards": [], "session": {"queue": "x"}}', STRANGE):
        page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, kept])
        for path in ("practice/interview/", "practice/code/", "practice/", CLAIM):
            page.goto(f"http://127.0.0.1:8000/{path}")
            page.wait_for_load_state("networkidle")
            if path == "practice/":
                expect(page.locator("norm-progress table")).to_contain_text("graded, 0 due today")
    assert errors == []
    # Only what does not fit is forgotten.
    assert json.loads(module(page, "store.js", "exported()")) == {
        "version": 1, "done": {"ln-3-1": {"right": True}}, "cards": {}, "code": {}, "session": None, "settings": {},
        "notes": {CONCEPT: {"text": "x", "next": ""}}}


STRANGE = json.dumps({
    "version": 1, "done": {"ln-3-1": {"right": True}, "rms-3-4": None, "eps-near-root": {"answer": {}}},
    "cards": {"how-many-norms": {"due": "soon"}, "write-pre-norm-and-post-norm": {"due": 1, "ease": "x"}},
    "notes": {CLAIM: None, "a": 5, CONCEPT: {"text": "x", "next": ""}}, "code": {"code-length": {"text": 5}},
    "session": {"queue": ["how-many-norms"]}, "settings": {"until": 5}})


def test_where_the_browser_keeps_nothing_the_page_says_so(open_page):
    page = open_page(CLAIM)
    page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('full') }")
    page.reload()
    page.get_by_label("Note", exact=True).fill("x")
    expect(page.locator("norm-note [role=status]")).to_contain_text("The browser keeps nothing here")
    page.goto("http://127.0.0.1:8000/practice/numbers/")
    for field in (page.locator("norm-fill input").nth(0), page.locator("norm-fill input").nth(1)):
        field.fill("1")
        field.press("Enter")
    expect(page.get_by_role("alert")).to_have_text(LOST)  # once
    page.goto("http://127.0.0.1:8000/practice/quiz/")
    page.locator("norm-quiz input").first.check()
    page.get_by_role("button", name="Check").first.click()
    expect(page.get_by_role("alert")).to_have_text(LOST)
    page.goto("http://127.0.0.1:8000/practice/code/")
    page.get_by_label("Your code: length").fill("x")
    expect(page.get_by_role("alert")).to_have_text(LOST)
    page.goto("http://127.0.0.1:8000/practice/interview/")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text(LOST)
    page.goto("http://127.0.0.1:8000/labs/epsilon/")
    page.get_by_role("button", name="Just show me").click()
    expect(page.locator(".demo-said")).to_contain_text("The browser keeps nothing here")


def test_nothing_is_not_saved_as_a_file(page):
    page.get_by_role("button", name="Save a copy").click()
    expect(page.locator("norm-progress [role=status]")).to_have_text(
        "Nothing is kept yet, so there is nothing to save.")


def test_a_note_that_two_tabs_write_loses_nothing(open_page):
    page = open_page(CLAIM)
    other = page.context.new_page()
    other.goto(page.url)
    here, there = (tab.get_by_label("Note", exact=True) for tab in (page, other))
    here.press_sequentially(" one ")
    expect(here).to_have_value(" one ")
    expect(there).to_have_value(" one ")
    there.press("End")
    there.press_sequentially("two ")
    expect(here).to_have_value(" one two ")  # though it still is the active field of its tab
    here.press("End")
    here.press_sequentially("three")
    assert stored(other)["notes"][CLAIM]["text"] == " one two three"


def test_a_note_outlives_reload_and_navigation_and_is_listed(open_page):
    page = open_page(CLAIM)
    page.get_by_label("Note", exact=True).fill("<b>Holds</b> at eps = 0 only.")
    page.get_by_label("One thing to do next").fill("Run it with eps = 1")
    expect(page.locator("norm-note [role=status]")).to_have_text("Kept.")
    page.reload()
    expect(page.get_by_label("Note", exact=True)).to_have_value("<b>Holds</b> at eps = 0 only.")
    visit(page, "practice/")
    expect(page.locator("norm-progress")).to_contain_text("Run it with eps = 1")
    expect(page.locator("norm-progress")).to_contain_text("<b>Holds</b>")
    page.locator("norm-progress a").click()
    expect(page).to_have_url(f"http://127.0.0.1:8000/{CLAIM}")
    page.get_by_label("Note", exact=True).fill("")
    page.get_by_label("One thing to do next").fill("")
    assert stored(page)["notes"] == {}


@pytest.mark.parametrize("path", [CONCEPT, CLAIM])
def test_a_question_is_copied_with_one_button(open_page, path):
    page = open_page(path)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tab_to(page, "norm-copy button", limit=300)
    page.keyboard.press("Enter")
    expect(page.locator("norm-copy [role=status]")).to_have_text("Copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.locator("#ask-text").text_content() and copied.endswith("My question: ")


def test_where_copying_is_not_allowed_the_text_is_selected(open_page):
    page = open_page(CLAIM)
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')) }")
    page.get_by_role("button", name="Copy the question").click()
    expect(page.locator("norm-copy [role=status]")).to_contain_text("The text is selected")
    assert page.evaluate("getSelection().toString()").strip().endswith("My question:")


def test_one_count_of_claims_and_sources_everywhere_on_a_page(open_page):
    page = open_page(CONCEPT, scripts=False)
    box, text = page.locator(".basis").text_content(), page.locator("#ask-text").text_content()
    claims, works = re.search(r"of (\d+) checked", box)[1], re.search(r"(\d+) works cited", box)[1]
    assert f"It cites {claims} claims" in text and f"and {works} works." in text
    lists = page.locator(".basis details ul")
    assert [lists.nth(n).locator("> li").count() for n in (0, 1)] == [int(claims), int(works)]
    assert len(re.findall(r"(?m)^Claim `", text)) == int(claims)


ANSWERS = {
    "practice/numbers/": ["Second hint", "at width 2 LayerNorm is only a sign", "You divided the variance by"],
    "practice/quiz/": ["It is a third placement", "The trace measures the skip"],
    "practice/code/": ["raise ValueError", "return norm([x[i] + write[i]", "Append a new list for each block"],
    CONCEPT: ["What this page rests on", "certifies nothing"],
}


@pytest.mark.parametrize("path", [*ANSWERS, CLAIM])
def test_without_scripts_every_answer_can_be_opened(open_page, path):
    page = open_page(path, scripts=False)
    assert page.locator("article summary:visible").count() == page.locator("article summary").count() > 0
    text = re.sub(r"\s+", " ", page.locator("article").text_content())
    for answer in ANSWERS.get(path, []) + (["My question:"] if path in (CONCEPT, CLAIM) else []):
        assert answer in text, answer
    last = page.locator("article details").last
    last.locator("> summary").click()
    expect(last.locator("> :not(summary)").last).to_be_visible()


@pytest.mark.parametrize(("path", "scripts"), [*((path, True) for path in ANSWERS), ("practice/numbers/", False)])
def test_what_is_printed_has_the_answers_and_no_buttons(open_page, path, scripts):
    page = open_page(path, scripts=scripts)
    page.wait_for_load_state("networkidle")
    page.emulate_media(media="print")
    text = re.sub(r"\s+", " ", page.locator("article").inner_text())
    assert [answer for answer in ANSWERS[path] if answer not in text] == []
    assert page.locator("article :is(button, textarea, input):visible").count() == 0


def test_modules_do_not_depend_on_the_theme(open_page):
    page = open_page("404-not-yet/")
    assert json.loads(module(page, "store.js", "exported()"))["version"] == 1
