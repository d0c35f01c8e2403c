"""From page to page without loading anew: the theme puts in what is there, and nothing that is there breaks it."""

import pytest
from playwright.sync_api import expect

NOTEBOOKS = ["trace-a-stack", "null-space", "skip-and-total-gradient", "initialize-48-layers",
             "watch-post-norm-collapse", "be-your-own-fp16"]
DEMOS = ["trace", "recorded-experiment", "layer-graph", "gradient-paths", "epsilon"]


@pytest.mark.parametrize(("start", "end"), [
    *(("notebooks/", f"notebooks/{name}/") for name in NOTEBOOKS),
    ("labs/epsilon/", "notebooks/null-space/"),
    *(("labs/", f"labs/{name}/") for name in DEMOS),
])
def test_a_link_shows_its_page_and_the_next_one_does_so_too(open_page, start: str, end: str):
    page = open_page(start)
    page.wait_for_load_state("networkidle")  # the theme has to know the site's addresses first
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.evaluate("window.sameDocument = true")
    before = page.locator("h1").inner_text()
    page.locator(f"a[href$='{end.split('/')[1]}/']:visible").first.click()
    expect(page.locator("h1")).not_to_have_text(before)
    page.wait_for_url(f"**/{end}")
    page.wait_for_load_state("networkidle")
    page.get_by_role("link", name="Atlas", exact=True).first.click()
    expect(page.locator("h1")).to_contain_text("Atlas")
    assert errors == []
    assert page.evaluate("window.sameDocument") is True, "the page was loaded anew: instant navigation was not used"


def test_what_has_the_focus_is_not_under_the_header(open_page):
    page = open_page("concepts/layer-norm/")
    page.locator("article a:visible").last.focus()
    covered = []
    for _ in range(60):
        page.keyboard.press("Shift+Tab")
        top, header, name = page.evaluate("""() => [document.activeElement.getBoundingClientRect().top,
          document.querySelector(".md-header").getBoundingClientRect().bottom, document.activeElement.outerHTML]""")
        if top < header and "md-" not in name:
            covered.append(name[:80])
    assert covered == []


def test_the_target_of_a_link_is_just_below_the_header(open_page):
    page = open_page("concepts/layer-norm/")
    last = page.locator("article h2[id]").nth(2).get_attribute("id")
    page.goto(f"http://127.0.0.1:8000/concepts/layer-norm/#{last}")
    page.wait_for_function("scrollY > 0")
    top = page.locator(f"[id='{last}']").bounding_box()["y"]
    header = page.locator(".md-header").bounding_box()["height"]
    assert header <= top <= header + 40
