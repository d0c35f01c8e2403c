"""What makes pages load fast, and that nothing is lost by it."""

import re
from pathlib import Path

import pytest

from light_pages import EARLY, FONTS, joined, light

ASSETS = Path(__file__).parent.parent / "docs/assets"
STYLES = '<link rel="stylesheet" href="../../assets/stylesheets/main.css">'


def test_style_sheets_become_one_with_addresses_that_are_right_there():
    sheets = [("assets/math/a.css", '/* not\nthis */ a { src: url("A.woff2") url(\'./b/B.woff2\') }'),
              ("assets/b.css", "b { src: url(fonts/C.woff2); mask: url(data:image/svg+xml,x) }\n")]
    assert joined(sheets) == ('a { src: url("math/A.woff2") url(\'math/b/B.woff2\') }\n'
                              "b { src: url(fonts/C.woff2); mask: url(data:image/svg+xml,x) }")
    assert joined([]) == ""


def test_every_address_in_the_style_sheets_of_this_site_exists_after_joining():
    paths = sorted(ASSETS.rglob("*.css"))
    text = joined((path.relative_to(ASSETS.parent).as_posix(), path.read_text(encoding="utf-8")) for path in paths)
    addresses = set(re.findall(r"""url\(["']?([^)"'%:]+)["']?\)""", text))
    assert {"fonts/norm-serif-normal.woff2", "math/latinmodernmath.woff2"} <= addresses
    assert [address for address in addresses if not (ASSETS / address).is_file()] == []


def test_fonts_are_asked_for_where_they_are_used():
    serif = '<link rel="preload" href="../../assets/fonts/norm-serif-normal.woff2" as="font"'
    assert light(f"{STYLES}<body>").startswith(serif)
    assert light(f"{STYLES}<body>").count("preload") == 1
    assert light(f"{STYLES}<body><code>x</code><math></math>").count("preload") == 3
    assert light("<body>") == "<body>"
    assert all((ASSETS / f"{name}.woff2").is_file() for name in FONTS)


@pytest.mark.parametrize("script", ['<script type="module" src="a.js"></script>', "<script>x()</script>"])
def test_scripts_that_wait_already_or_stand_in_the_page_stay(script):
    assert light(script) == script


def test_the_early_script_comes_before_all_others():
    page = light(f'<script src="a.js"></script>{STYLES}')
    assert f'<script src="../../{EARLY}" defer></script>' in page
    assert (ASSETS.parent / EARLY).is_file()


def test_other_scripts_wait_in_their_order():
    assert light('<script src="a.js"></script><script src="b.js"></script>') == (
        '<script src="a.js" defer></script><script src="b.js" defer></script>')
