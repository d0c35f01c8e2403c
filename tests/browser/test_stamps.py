"""Stamps as a reader meets them: by mouse, by keyboard, without scripts, after instant navigation."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

DOCS = Path(__file__).parents[2] / "docs"
PAGE = "concepts/layer-norm/"
PAGES = ["", PAGE, "interview/placement/", "misconceptions/norms/", "claims/", "claims/layer-norm-ignores-scale/",
         "sources/"]


def test_a_stamp_explains_itself_on_hover(open_page):
    page = open_page(PAGE)
    stamp = page.locator(".stamp").first
    why = stamp.get_by_role("tooltip", include_hidden=True)
    expect(why).to_be_hidden()
    stamp.locator("a").hover()
    expect(why).to_be_visible()
    expect(why).to_contain_text("Evidence:")


def test_a_stamp_explains_itself_on_focus_by_keyboard(open_page):
    page = open_page(PAGE)
    page.locator("article h2").first.click()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('stamp-word')"):
            break
    focused = page.locator(".stamp-word:focus")
    expect(focused).to_have_count(1)
    described = page.locator(f"#{focused.get_attribute('aria-describedby')}")
    expect(described).to_be_visible()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/claims/[a-z0-9-]+/"))


def test_a_stamp_leads_to_its_claim(open_page):
    page = open_page(PAGE)
    stamp = page.locator(".stamp").first
    id = stamp.get_attribute("data-claim")
    stamp.locator("a").click()
    expect(page).to_have_url(re.compile(f"/claims/{id}/$"))
    expect(page.locator("article h1")).to_be_visible()
    expect(page.locator(".claim-topic code")).to_have_text(id)


def test_stamps_work_after_instant_navigation(open_page):
    page = open_page("claims/")
    page.wait_for_load_state("networkidle")  # the theme has to know the site's addresses first
    page.evaluate("window.sameDocument = true")
    page.locator(".claim-table .stamp a").first.click()
    expect(page.locator(".claim-status .stamp")).to_be_visible()
    assert page.evaluate("window.sameDocument") is True, "the page was loaded anew: instant navigation was not used"
    page.locator(".claim-status .stamp a").hover()
    expect(page.locator(".claim-status .stamp-why")).to_be_visible()


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_loaded_from_elsewhere_and_nothing_breaks(open_page, elsewhere, path, scheme):
    errors = []
    page = open_page("404-not-yet/", scheme=scheme)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.goto("http://127.0.0.1:8000/" + path)
    page.wait_for_load_state("networkidle")
    assert page.locator("article h1").count() == 1
    assert elsewhere == []
    assert errors == []


@pytest.mark.parametrize("path", PAGES)
def test_a_phone_of_320_pixels_scrolls_in_one_direction(open_page, path):
    page = open_page(path, width=320)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


UNREACHED = """[...document.querySelectorAll('.md-content *')].filter(box =>
    box.scrollWidth > box.clientWidth + 1 && ['auto', 'scroll'].includes(getComputedStyle(box).overflowX)
    && box.tabIndex < 0 && !box.querySelector('a, button, input, select, textarea, summary, [tabindex="0"]')
).map(box => box.outerHTML.slice(0, 100))"""


def test_no_page_scrolls_sideways_on_a_phone_and_what_does_is_reached_by_keys(open_page):
    page = open_page("", width=320)
    wide, unreached = {}, {}
    for file in sorted(DOCS.rglob("*.md")):
        address = file.relative_to(DOCS).with_suffix("").as_posix() + "/"
        address = address.removesuffix("index/")
        page.goto("http://127.0.0.1:8000/" + address)
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > 320:
            wide[address] = width
        if boxes := page.evaluate(UNREACHED):
            unreached[address] = boxes
    assert wide == {}
    assert unreached == {}


@pytest.mark.parametrize("scripts", [True, False])
def test_the_index_can_be_filtered(open_page, scripts):
    page = open_page("claims/", scripts=scripts)
    rows = page.locator(".claim-table tbody tr")
    every = rows.count()
    assert every >= 40
    page.get_by_label("layer-norm", exact=True).check()
    shown = page.locator(".claim-table tbody tr:visible")
    assert 0 < shown.count() < every
    assert {row.get_attribute("data-topic") for row in shown.all()} == {"layer-norm"}
    page.get_by_role("radio", name="measured", exact=True).check()
    assert {row.get_attribute("data-evidence") for row in shown.all()} <= {"measured"}


def test_without_scripts_every_answer_can_be_reached(open_page):
    page = open_page(PAGE, scripts=False)
    answers = page.locator("article details")
    assert answers.count() >= 3
    answers.first.locator("summary").click()
    expect(answers.first.locator("p").last).to_be_visible()
    assert page.locator("article .stamp").count() > 10


def test_mathematics_is_drawn_as_mathml(open_page):
    page = open_page(PAGE)
    assert page.locator("article math").count() > 5
    assert page.locator("article :text-matches('\\\\\\\\[(\\\\[]')").count() == 0


def test_search_finds_a_claim(open_page):
    page = open_page("")
    page.keyboard.press("/")
    page.keyboard.type("multiplying scale LayerNorm")
    result = page.locator(".md-search-result__link[href*='/claims/']").first
    expect(result).to_be_visible(timeout=10_000)
