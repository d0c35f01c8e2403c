"""The mends of Material's markup."""

import logging

import pytest

from repair_theme import BOXED, NOWHERE, TABLE, repair, with_ways_out

SEARCH = '<div class="md-search" data-md-component="search" role="dialog">'
DRAWER = '<input class="md-toggle" data-md-toggle="drawer" type="checkbox" id="__drawer" autocomplete="off">'
PAGE = DRAWER + SEARCH
NO_NAME, NO_SWITCH = "the search dialog has no name", '<label class="md-nav__title" for="__toc">'


def test_faults_are_mended():
    html = repair(PAGE + '<label class="md-nav__link" for="__nav_3" tabindex="">' + NO_SWITCH, "page")
    assert 'role="dialog" aria-label="Search">' in html
    assert "autocomplete" not in html and "tabindex" not in html and "__toc" not in html


def test_what_is_right_stays():
    right = '<input type="text" autocomplete="off"><label class="md-nav__link" tabindex="0">'
    right += '<input id="__toc">' + NO_SWITCH
    assert repair(PAGE + right, "page").endswith(right)


def test_a_mend_that_finds_nothing_says_so(caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.WARNING, "mkdocs.hooks.repair_theme")
    repair(DRAWER, "index.md")
    assert len(caplog.messages) == 1
    assert caplog.messages[0].startswith(f"index.md: not found: {NO_NAME}; ")


def test_a_sections_navigation_is_named_by_its_title():
    before = '<nav class="md-nav" aria-labelledby="__nav_2_label"> <label class="md-nav__title" for="__nav_2">Two'
    after = (
        '<nav class="md-nav" aria-labelledby="__nav_2_title">'
        ' <label class="md-nav__title" id="__nav_2_title" for="__nav_2">Two'
    )
    assert repair(PAGE + before, "page").endswith(after)


def test_every_plain_table_gets_one_box():
    plain, own = "<table><tr></table>", '<table class="own"></table>'
    box = '<div class="wide" tabindex="0" role="group" aria-label="Table">'
    assert TABLE.sub(BOXED, plain + own) == f"{box}{plain}</div>{own}"
    assert TABLE.sub(BOXED, f'<div class="wide">{own}</div>') == f"{box}{own}</div>"


def test_a_wrong_address_leads_somewhere(caplog: pytest.LogCaptureFixture):
    page = with_ways_out(f'<link rel="stylesheet" href="/base/assets/stylesheets/main.css">{NOWHERE}')
    assert page.count("<h1>") == 1 and 'href="/base/claims/"' in page and 'href="/base/"' in page
    caplog.set_level(logging.WARNING, "mkdocs.hooks.repair_theme")
    assert with_ways_out("<h1>Gone</h1>") == "<h1>Gone</h1>"
    assert len(caplog.messages) == 1
