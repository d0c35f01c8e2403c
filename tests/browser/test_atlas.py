"""The tables of the atlas: by keyboard, without scripts, after instant navigation, on a small screen."""

import re

import pytest
from playwright.sync_api import expect

PAGE, NAMES = "atlas/", "atlas/names-lie/"
ROWS = ".recorded-table:has(form) tbody tr"


def first(page) -> str:
    return page.locator(f"{ROWS} th:visible").first.inner_text()


def column(page, heading: str) -> list[str]:
    """What the visible rows have under a heading."""
    return page.evaluate("""([rows, heading]) => {
        const found = [...document.querySelectorAll(rows)].filter((row) => row.offsetParent !== null)
        const heads = [...document.querySelector(rows).closest("table").tHead.rows[0].cells]
        const column = heads.findIndex((th) => th.textContent === heading)
        return found.map((row) => row.cells[column].textContent)
    }""", [ROWS, heading])


def test_a_heading_sorts_by_keyboard(open_page):
    page = open_page(PAGE)
    button = page.get_by_role("button", name="epsilon", exact=True)
    button.focus()
    page.keyboard.press("Enter")
    heading = page.get_by_role("columnheader", name="epsilon", exact=True)
    expect(heading).to_have_attribute("aria-sort", "ascending")
    numbers = [float(text) for text in column(page, "epsilon") if text and "," not in text]
    assert numbers == sorted(numbers) and len(set(numbers)) > 3
    page.keyboard.press("Enter")
    expect(heading).to_have_attribute("aria-sort", "descending")
    assert column(page, "epsilon")[-1] == "", "what is not known comes last in both directions"
    page.get_by_role("button", name="model", exact=True).first.press("Enter")
    expect(page.locator("th[aria-sort]")).to_have_count(1)
    names = column(page, "model")
    assert names.index("gemma2") < names.index("olmo2") < names.index("whisper")


@pytest.mark.parametrize("scripts", [True, False])
def test_filters_need_no_script(open_page, scripts: bool):
    page = open_page(PAGE, scripts=scripts)
    every = page.locator(f"{ROWS}:visible").count()
    assert every >= 300
    filters = page.get_by_role("form", name="Filter the table")
    filters.get_by_role("group", name="Placement").get_by_text("sandwich", exact=True).click()
    filters.get_by_role("group", name="QK-norm").get_by_text("per-head", exact=True).click()
    shown = page.locator(f"{ROWS}:visible")
    expect(shown.filter(has_text="gemma3_text")).to_have_count(1)
    assert 0 < shown.count() < 20
    assert all("sandwich" in text for text in shown.all_inner_texts())
    filters.get_by_role("group", name="Placement").get_by_text("all", exact=True).click()
    filters.get_by_role("group", name="QK-norm").get_by_text("all", exact=True).click()
    assert page.locator(f"{ROWS}:visible").count() == every


@pytest.mark.parametrize(("path", "group", "word"), [(PAGE, "Placement", "sandwich"), ("claims/", "Status", "checked")])
def test_a_filter_says_how_many_rows_it_leaves(open_page, path: str, group: str, word: str):
    page = open_page(path)
    said = page.get_by_role("status")
    expect(said).to_be_empty()
    page.get_by_role("group", name=group).get_by_text(word, exact=True).click()
    shown = page.locator("form.claim-filters ~ .wide tbody tr:visible").count()
    expect(said).to_have_text(re.compile(rf"^{shown} of \d+ rows$"))


def test_a_filter_that_leaves_nothing_says_so(open_page):
    page = open_page(PAGE)
    page.get_by_role("group", name="Placement").get_by_text("normalised-skip", exact=True).click()
    page.get_by_role("group", name="QK-norm").get_by_text("per-head", exact=True).click()
    assert page.locator(f"{ROWS}:visible").count() == 0
    expect(page.get_by_role("status")).to_have_text("No row fits all of this. Set one of the filters to all.")


def test_without_scripts_there_is_no_button(open_page):
    page = open_page(PAGE, scripts=False)
    assert page.locator(".recorded-rows button").count() == 0
    expect(page.get_by_role("columnheader", name="placement").first).to_be_visible()


@pytest.mark.parametrize(("path", "width"), [(PAGE, 1280), (PAGE, 360), (NAMES, 360)])
def test_a_wide_table_scrolls_in_its_box_by_keyboard(open_page, path: str, width: int):
    page = open_page(path, width=width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width, "the page itself does not scroll sideways"
    box = page.get_by_role("region", name=re.compile("^Table .*, by model$")).first
    box.focus()
    expect(box).to_be_focused()
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    page.wait_for_function("(box) => box.scrollLeft > 20", arg=box.element_handle())
    at = [box.bounding_box()["x"], box.locator("tbody th").first.bounding_box()["x"]]
    assert abs(at[0] - at[1]) < 3, "the first column stays in sight"


def test_tables_sort_after_instant_navigation(open_page):
    page = open_page("claims/")
    page.wait_for_load_state("networkidle")  # the theme has to know the site's addresses first
    page.evaluate("window.sameDocument = true")
    page.evaluate("document.querySelector('a[href$=\"atlas/\"]').click()")
    button = page.get_by_role("button", name="year", exact=True).first
    button.click()
    button.click()
    assert page.evaluate("window.sameDocument") is True
    years = [int(year) for year in column(page, "year") if year]
    assert years == sorted(years, reverse=True)


def test_a_row_leads_to_its_claim(open_page):
    page = open_page(PAGE)
    row = page.locator(ROWS).filter(has=page.locator("th", has_text="gemma2")).first
    row.get_by_role("link").click()
    expect(page.locator(".claim-topic code")).to_have_text("gemma-2-ships-a-sandwich")


def test_what_was_recorded_with_what_is_said_below_the_table(open_page):
    expect(open_page(PAGE).locator(".recorded-table .reference-from").first).to_contain_text("transformers 5.")


def test_on_a_phone_a_heading_is_high_enough_for_a_finger(open_page):
    page = open_page(PAGE, width=360)
    heights = page.locator(".recorded-rows thead button").evaluate_all("(all) => all.map((b) => b.offsetHeight)")
    assert heights and min(heights) >= 24
