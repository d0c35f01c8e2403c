"""What a page costs a reader: bytes, requests, and whether anything moves while it loads."""

import gzip
import re
import time
from html import unescape
from pathlib import Path

import pytest
from playwright.sync_api import expect

ROOT = Path(__file__).parent.parent.parent
SITE = ROOT / "site"
PAGES = ["", "concepts/layer-norm/", "claims/layer-norm-ignores-shift/", "labs/trace/", "practice/interview/"]
WATCH = """window.shifted = []
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted.push(entry.value)
}).observe({ type: "layout-shift", buffered: true })"""


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("path", PAGES)
def test_nothing_moves_while_a_page_loads(open_page, path, width):
    page = open_page("404-not-yet/", width=width)
    page.add_init_script(WATCH)
    page.goto("http://127.0.0.1:8000/" + path)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(300)
    assert sum(page.evaluate("window.shifted")) < 0.02


@pytest.mark.parametrize("path", PAGES[:3])
def test_little_moves_where_fonts_come_late(open_page, path):
    page = open_page("404-not-yet/", width=390)
    page.add_init_script(WATCH)

    def late(route):
        time.sleep(0.5)
        route.fallback()

    page.route("**/*.woff2", late)
    page.goto("http://127.0.0.1:8000/" + path)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(300)
    assert sum(page.evaluate("window.shifted")) < 0.1


def test_our_scripts_weigh_at_most_60_kilobytes():
    scripts = [path for path in (SITE / "assets").rglob("*.js") if "javascripts" not in path.parts]
    assert len(scripts) > 20
    assert sum(len(gzip.compress(path.read_bytes())) for path in scripts) <= 60_000


@pytest.mark.parametrize("path", PAGES)
def test_a_page_asks_for_one_style_sheet_of_ours_and_for_no_runtime(open_page, path):
    page = open_page("404-not-yet/")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("http://127.0.0.1:8000/" + path)
    page.wait_for_load_state("networkidle")
    assert len([url for url in asked if url.endswith(".css") and "/stylesheets/" not in url]) == 1
    assert not [url for url in asked if "micropython" in url]


def test_the_index_of_the_search_is_asked_for_when_somebody_searches(open_page):
    page = open_page("404-not-yet/")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("http://127.0.0.1:8000/concepts/layer-norm/")
    page.wait_for_load_state("networkidle")
    assert not [url for url in asked if "search_index" in url]
    page.keyboard.press("/")
    page.keyboard.type("epsilon")
    expect(page.locator(".md-search-result__link").first).to_be_visible(timeout=20_000)
    assert len([url for url in asked if "search_index" in url]) == 1


def test_what_was_searched_for_is_marked_on_the_page(open_page):
    page = open_page("concepts/layer-norm/?h=epsilon")
    expect(page.locator("article mark").first).to_be_visible(timeout=20_000)


def test_the_font_of_formulas_has_every_character_of_them():
    listed = re.search(r"unicode-range:([^;]+);", (ROOT / "docs/assets/math/math.css").read_text())[1]
    ranges = [(int(a, 16), int(b or a, 16)) for a, b in re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", listed)]
    used = set()
    for path in SITE.rglob("*.html"):
        for formula in re.findall(r"<math.*?</math>", path.read_text(encoding="utf-8"), re.DOTALL):
            shown = re.sub(r"<annotation.*?</annotation>|<[^>]*>", "", formula, flags=re.DOTALL)
            used |= set(unescape(shown)) - {"\n"}
    assert len(used) > 80
    assert [f"{c} U+{ord(c):04X}" for c in sorted(used) if not any(a <= ord(c) <= b for a, b in ranges)] == []
