"""Stamping: markers are found wherever Markdown has prose, and nowhere in code."""

import re
from collections.abc import Callable
from dataclasses import replace as changed
from pathlib import Path

import pytest
from pages import Places, html_of, parser

from refutable.examine import Examined, examine
from refutable.judge import Progress
from refutable.marker import Marker, MarkerKind
from refutable.pages_citing import pages_citing
from refutable.stamp import Stamper, Unknown
from refutable.verify import read

ID = "layer-norm-ignores-scale"
CLAIM = f"<!-- claim: {ID} -->"


@pytest.fixture(scope="module")
def examined(judged_once: Path) -> Examined:
    return examine(judged_once, Progress())


@pytest.fixture
def stamped(examined: Examined) -> Callable[[str], str]:
    def stamp(text: str) -> str:
        html, unknown = examined.stamper.stamp(html_of(text), "../")
        assert unknown == []
        return html

    return stamp


@pytest.mark.parametrize(("text", "place"), [
    (f"Scale does not matter. {CLAIM}", "p"),
    (f"Scale\ndoes not\nmatter. {CLAIM}\nAnd shift neither.", "p"),
    (f"Scale *does not matter. {CLAIM}*", "p > em"),
    (f"[Scale. {CLAIM}](https://example.org)", "p > a"),
    (f"## Scale {CLAIM}", "h2"),
    (f"| what | status |\n| --- | --- |\n| scale | {CLAIM} |", "table > tbody > tr > td"),
    (f"| {CLAIM} | status |\n| --- | --- |\n| a | b |", "table > thead > tr > th"),
    (f"- one\n- scale {CLAIM}", "ul > li"),
    (f"1. one\n\n    Scale. {CLAIM}\n\n2. two", "ol > li > p"),
    (f"Scale\n:   does not matter {CLAIM}", "dl > dd"),
    (f"> Scale. {CLAIM}", "blockquote > p"),
    (f"!!! note\n\n    Scale. {CLAIM}", "div.admonition > p"),
    (f'!!! note "Scale {CLAIM}"\n\n    Text.', "div.admonition > p.admonition-title"),
    (f"??? question\n\n    Scale. {CLAIM}", "details.question > p"),
    (f'=== "One"\n\n    Scale. {CLAIM}', "div.tabbed-set > div.tabbed-content > div.tabbed-block > p"),
    (f'<div markdown>\nScale. {CLAIM}\n</div>', "div > p"),
    (f'<div class="answer">\n<p>Scale. {CLAIM}</p>\n</div>', "div.answer > p"),
    (f"Scale.[^1]\n\n[^1]: Shown. {CLAIM}", "div.footnote > ol > li > p"),
    (CLAIM, ""),  # alone, as HTML keeps it
    (f"Before.\n\n{CLAIM}\n\nAfter.", ""),
    (f"Scale. <!--claim:{ID}-->", "p"),
    (f"Scale. <!--\nclaim: {ID}\n-->", "p"),
])
def test_a_marker_in_prose_is_stamped(stamped: Callable[[str], str], text: str, place: str):
    html = stamped(text)
    assert Places(html).found == [place]
    assert "<!--" not in html
    assert read(html).stamps[0].marker == f"claim: {ID}"


@pytest.mark.parametrize("text", [
    f"```markdown\nScale. {CLAIM}\n```",
    f"~~~\n{CLAIM}\n~~~",
    f"Write `{CLAIM}` after it.",
    f"``a ` and {CLAIM}``",
    f"    Indented: {CLAIM}",
    f"- item\n\n    ```html\n    {CLAIM}\n    ```",
    f"> ```\n> {CLAIM}\n> ```",
    f'=== "One"\n\n    ```\n    {CLAIM}\n    ```',
    f"<pre><code>{CLAIM.replace('<', '&lt;')}</code></pre>",
])
def test_a_marker_in_code_stays_as_it_is_written(stamped: Callable[[str], str], text: str):
    seen = read(stamped(text))
    assert (seen.stamps, seen.unfilled) == ([], [])
    assert seen.shown == {f"claim: {ID}": 1}


def test_a_heading_keeps_its_name(examined: Examined):
    md = parser()
    html, _ = examined.stamper.stamp(md.convert(f"## The scale {CLAIM}\n\n## The scale"), "")
    assert [token["name"] for token in md.toc_tokens] == ["The scale", "The scale"]
    assert [token["id"] for token in md.toc_tokens] == ["the-scale", "the-scale_1"]
    assert Places(html).found == ["h2"]


@pytest.mark.parametrize(("target", "inside"), [
    ("equation: layer_norm", r"\mathrm{LN}(x) = \frac{x - \mu}"), ("code: layer_norm", "centred")])
@pytest.mark.parametrize(("text", "place"), [
    ("Before.\n\n{}\n\nAfter.", ""),
    ("- item\n\n    {}\n\n- item", "ul > li"),
    ("!!! note\n\n    {}", "div.admonition"),
    ('=== "One"\n\n    {}', "div.tabbed-set > div.tabbed-content > div.tabbed-block"),
    ("<div markdown>\n{}\n</div>", "div"),
])
def test_a_block_takes_the_place_of_its_paragraph(stamped: Callable[[str], str], target: str, inside: str, text: str,
                                                  place: str):
    html = stamped(text.format(f"<!-- {target} -->"))
    assert Places(html).found == [place]
    assert inside in html and "<p></p>" not in html and "<p>\n<div" not in html


@pytest.mark.parametrize(("html", "place"), [
    ("<p><!-- equation: layer_norm --></p>", ""), ("<li><p> <!-- code: layer_norm -->\n</p></li>", "li"),
    (f"<p>{CLAIM}</p>", "p")])
def test_only_a_block_that_stands_alone_loses_its_paragraph(examined: Examined, html: str, place: str):
    """Some generators wrap a comment into a paragraph, where a block must not be."""
    assert Places(examined.stamper.stamp(html, "")[0]).found == [place]


def test_a_stamp_says_what_it_rests_on(stamped: Callable[[str], str], examined: Examined):
    html = stamped(f"Scale. {CLAIM}")
    digest = examined.assessments[ID].digest
    assert f'data-claim="{ID}" data-digest="{digest}"' in html
    assert f'href="../claims/{ID}/"' in html and ">checked</a>" in html
    assert "The check passes, and fails on all 2 wrong versions that it was given." in html
    assert "Evidence: derived. Not reviewed." in html


def test_two_stamps_have_two_explanations(stamped: Callable[[str], str]):
    html = stamped(f"One. {CLAIM} Two. {CLAIM}")
    described, ids = re.findall(r'aria-describedby="(.+?)"', html), re.findall(r' id="(.+?)"', html)
    assert len(set(described)) == 2 and described == ids


def test_what_a_check_says_is_not_obeyed(examined: Examined):
    before = examined.assessments[ID]
    loud = changed(before, reason='<script>alert("x")</script>')
    html, _ = Stamper({ID: loud}).stamp(CLAIM, "")
    assert "<script" not in html and "&lt;script&gt;" in html


@pytest.mark.parametrize(("target", "message"), [
    (f"claim: {ID}s", f"unknown claim `{ID}s`; did you mean `{ID}`?"),
    ("claim: zzz", "unknown claim `zzz`; see `refutable check`"),
    ("code: layernorm", "unknown reference `layernorm`; did you mean `layer_norm`?"),
    ("equation: rms_norm",
     "`rms_norm` has no formula; put it between $$ signs in the docstring, claims/reference/rms_norm.py"),
    (f"counterexample: {ID}.centre_onli", f"`{ID}` has no mutant `centre_onli`; did you mean `centre_only`?"),
    (f"counterexample: {ID}.centre_only",
     "no counterexample to `centre_only` was found; mark it belief=True, or write `observe`"),
])
def test_a_marker_without_a_target_stays_and_is_reported(examined: Examined, target: str, message: str):
    text = f"<p>Text. <!-- {target} --></p>"
    kind, _, name = target.partition(": ")
    marker = Marker(MarkerKind(kind), name)
    assert examined.stamper.stamp(text, "") == (text, [(marker, message)])
    with pytest.raises(Unknown):
        examined.stamper.one(marker, "")


def test_pages_know_who_cites_them():
    pages = {"a/index.md": f"# The *scale* {{#top}}\n\nTrue. {CLAIM} {CLAIM}", "b.md": f"Shown: `{CLAIM}`",
             "c.md": f"# C\n\n<!-- counterexample: {ID}.belief -->", "index.md": f"No heading. {CLAIM}"}
    assert pages_citing(pages) == {ID: [("a/", "The scale"), ("c/", "C"), ("", "index.md")]}
