"""What a printer gets: dark on white whatever the screen shows, all rows and columns, and no empty form."""

import pytest
from playwright.sync_api import expect

PAGES = ["concepts/layer-norm/", "claims/layer-norm-ignores-shift/", "interview/placement/", "notebooks/null-space/",
         "labs/gradient-paths/", "frameworks/"]
# Of everything with words of its own, and of every drawn text: what is too pale for white paper, with its contrast.
PALE = """() => {
  const light = (c) => { c /= 255; return c <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4 }
  const pixel = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })
  const contrast = (colour) => {
    pixel.fillStyle = "#fff"; pixel.fillRect(0, 0, 1, 1)
    pixel.fillStyle = colour; pixel.fillRect(0, 0, 1, 1)
    const [r, g, b] = pixel.getImageData(0, 0, 1, 1).data
    return 1.05 / (.2126 * light(r) + .7152 * light(g) + .0722 * light(b) + .05)
  }
  return [...document.querySelectorAll("article, article *")]
    .filter((e) => e.checkVisibility() && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
    .map((e) => [e.cloneNode().outerHTML, contrast(getComputedStyle(e)[e instanceof SVGElement ? "fill" : "color"])])
    .filter(([, found]) => found < 4.5)
}"""


def printed(open_page, path: str, scheme: str = "light", width: int = 700):
    page = open_page(path, scheme=scheme, width=width)
    page.wait_for_load_state("networkidle")
    page.add_style_tag(content="* { transition: none !important }")  # colours take a moment
    page.emulate_media(media="print", color_scheme=scheme)
    return page


@pytest.mark.parametrize("path", PAGES)
def test_a_dark_page_is_printed_dark_on_white(open_page, path: str):
    page = printed(open_page, path, "dark")
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    assert page.evaluate(PALE) == []


@pytest.mark.parametrize("path", ["atlas/", "claims/", "frameworks/"])
def test_no_row_and_no_column_is_cut_off(open_page, path: str):
    page = printed(open_page, path)
    cut = page.locator("article .wide:has(table)").evaluate_all("""(boxes) => boxes
      .filter((box) => box.checkVisibility() && getComputedStyle(box).overflow !== "visible"
        || box.querySelector("table").getBoundingClientRect().right > innerWidth)
      .map((box) => box.getAttribute("aria-label"))""")
    assert cut == []


def test_no_empty_form_is_printed(open_page):
    page = open_page("practice/interview/")
    start = page.get_by_role("button", name="Start one hour")
    expect(start).to_be_visible()
    page.emulate_media(media="print")
    expect(start).to_be_hidden()
    assert page.locator("article :is(button, select, input):visible").count() == 0
