"""The home page: a sentence, its stamp, and its check, which passes and fails in the reader's own browser."""

import re

import pytest
from playwright.sync_api import expect
from visitor import tab_to, visit

LOADING = 30_000  # milliseconds, on a slow machine
DESKTOP, PHONE = (1280, 900), (390, 844)


def said(page):
    return page.locator("norm-live").get_by_role("status")


def version(page):
    """The field that shows the chosen version."""
    return page.locator(".live-field:not(.code-check) textarea:visible")


def run_it(page):
    page.get_by_role("button", name="Run the check here").click()
    expect(said(page)).to_have_class(re.compile("live-(passed|failed|raised)"), timeout=LOADING)


def test_what_runs_here_agrees_with_what_was_recorded(open_page):
    page = open_page("")
    recorded = [choice.get_attribute("data-end") for choice in page.locator("norm-live input[type=radio]").all()]
    assert recorded[0] == "passed" and len(recorded) >= 4 and set(recorded[1:]) == {"failed"}
    for at, end in enumerate(recorded):
        page.locator(f"norm-live input[data-at='{at}']").check()
        run_it(page)
        expect(said(page)).to_have_class(f"live-{end}")
        expect(said(page)).to_contain_text(re.compile(r"error [\d.e-]+, at most 1e-1[13]"))
        expect(said(page)).to_contain_text("as at the build")


def test_what_was_recorded_is_what_the_page_of_the_claim_says(open_page):
    home = open_page("")
    details = [detail.text_content() for detail in home.locator("norm-live .live-failed .live-detail").all()]
    claim = open_page("claims/layer-norm-ignores-shift/").locator("article").text_content()
    assert details
    for detail in details:
        name, _, rest = detail.rpartition(": ")
        assert f"{name}: observed {rest}" in claim


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_sentence_its_stamp_and_the_failing_check_fit_on_one_screen(open_page, size):
    page = open_page("", width=size[0])
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for shown in (page.locator(".hero .stamp-word"), page.locator("norm-live .live-failed").last,
                  page.get_by_role("button", name="Run the check here")):
        box = shown.bounding_box()
        assert box and box["y"] > 0 and box["y"] + box["height"] <= size[1]
    run_it(page)
    expect(said(page)).to_be_in_viewport(ratio=1)
    expect(page.locator(".hero .stamp-word")).to_be_in_viewport()


def test_by_keyboard_alone(open_page):
    page = open_page("")
    tab_to(page, "norm-live input[type=radio]:checked")
    page.keyboard.press("ArrowUp")
    assert page.locator("norm-live input:checked").get_attribute("data-at") == "0"
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Run the check here")).to_be_focused()
    page.keyboard.press("Enter")
    expect(said(page)).to_have_class("live-passed", timeout=LOADING)
    page.keyboard.press("Tab")
    field = version(page)
    expect(field).to_be_focused()
    field.press("Control+Home")
    page.keyboard.type("oops\n")
    page.keyboard.press("Control+Enter")
    expect(said(page)).to_have_class("live-raised")
    expect(said(page)).to_contain_text("That proves nothing")
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("button", name="Undo my changes")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Undo my changes")).to_be_hidden()
    assert not field.input_value().startswith("oops")
    field.press("Control+Z")
    assert field.input_value().startswith("oops")
    expect(page.get_by_role("button", name="Undo my changes")).to_be_visible()


def test_an_edited_version_and_an_edited_check_are_what_runs(open_page):
    page = open_page("")
    version(page).fill("def mine(tokens, eps):\n    return [[0.0 for v in x] for x in tokens]")
    run_it(page)
    expect(said(page)).to_have_class("live-failed")
    expect(said(page)).to_contain_text("The check notices what you changed.")
    page.get_by_label("The check", exact=True).fill("def check(layer_norm):\n    pass")
    run_it(page)
    expect(said(page)).to_have_class("live-passed")
    expect(said(page)).to_contain_text("you have found a hole")


def test_a_version_that_returns_no_numbers_never_passes(open_page):
    page = open_page("")
    nan = "def mine(tokens, eps):\n    return [x[:-1] + [float('nan')] for x in tokens]"
    version(page).fill(nan)
    run_it(page)
    expect(said(page)).to_have_class("live-failed")


def test_an_endless_loop_is_stopped(open_page):
    page = open_page("")
    version(page).fill("while True: pass")
    page.get_by_role("button", name="Run the check here").click()
    expect(said(page)).to_contain_text("Stopped after 5 seconds", timeout=LOADING)


def test_after_instant_navigation_and_back(open_page):
    page = open_page("concepts/layer-norm/")
    visit(page, "")
    run_it(page)
    expect(said(page)).to_have_class("live-failed")
    visit(page, "glossary/")
    page.go_back()
    run_it(page)
    expect(said(page)).to_have_class("live-failed")


def test_after_a_reload_nothing_is_left_of_an_edit(open_page):
    page = open_page("")
    field = version(page)
    text = field.input_value()
    field.fill("x = 1")
    page.reload()
    expect(field).to_have_value(text)
    expect(page.get_by_role("button", name="Undo my changes")).to_be_hidden()


def test_nothing_is_loaded_before_the_first_run(open_page):
    page = open_page("404-not-yet/")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("http://127.0.0.1:8000/")
    page.wait_for_load_state("networkidle")
    assert not [url for url in asked if "micropython" in url or url.endswith((".py", "runner.js"))]


def test_without_scripts_every_version_can_be_read_with_its_end(open_page):
    page = open_page("", scripts=False)
    expect(page.get_by_role("button", name="Run the check here")).to_be_hidden()
    names = [choice.get_attribute("value") for choice in page.locator("norm-live input").all()]
    for at, name in enumerate(names):
        page.locator(f"norm-live input[data-at='{at}']").check()
        expect(page.locator(".live-field textarea:visible").first).to_have_value(re.compile(rf"^def {name}\("))
    assert page.locator(".live-end:visible").count() == len(names)


def test_printed_it_says_how_every_version_ended(open_page):
    page = open_page("")
    page.emulate_media(media="print")
    assert page.locator(".live-end:visible").count() == page.locator(".live-version").count()
    expect(page.get_by_role("button", name="Run the check here")).to_be_hidden()
    expect(page.get_by_label("The check", exact=True)).to_be_visible()


def test_the_numbers_of_the_knowledge_base_lead_to_what_they_count(open_page):
    page = open_page("")
    counts = {}
    for link in page.locator(".counts a").all():
        number, what = link.text_content().split(maxsplit=1)
        counts[what] = number, link.evaluate("a => a.pathname.slice(1)")
    number, address = counts["claims"]
    assert open_page(address).locator(".claim-table tbody tr").count() == int(number.replace(",", ""))
    number, address = counts["interview questions"]
    assert f"There are {number}" in open_page(address).locator("article").text_content()
    assert len(counts) == 6


def test_every_way_in_exists(open_page):
    page = open_page("")
    links = {link.evaluate("a => a.pathname.slice(1)") for link in page.locator(".ways a:not(.headerlink)").all()}
    assert {"practice/interview/", "concepts/", "claims/", "labs/", "misconceptions/", "interview/"} <= links
    for link in links:
        assert open_page(link).locator("article h1").count() == 1
