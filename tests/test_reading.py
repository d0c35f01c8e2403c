"""Reading what people write: YAML without surprises, sentences with mathematics, references with their formula."""

import pytest

from refutable.marker import without_code
from refutable.prose import inline, plain
from refutable.render import name, percent
from refutable.source import Source, parse_source
from refutable.strict_yaml import Node, load
from refutable.subject import read_subject


@pytest.mark.parametrize(("written", "value"), [
    ("no", "no"), ("on", "on"), ("Yes", "Yes"), ("true", True), ("False", False), ("null", None), ("~", None),
    ("", None),
    ("1e-6", 1e-6), ("1.5", 1.5), (".5", 0.5), ("-2.0", -2.0), ("12", 12), ("-3", -3), ("0", 0),
    ("0x1F", "0x1F"), ("0o17", "0o17"), ("1_000", "1_000"), ("12:30", "12:30"), ("2026-11-29", "2026-11-29"),
    (".inf", ".inf"), ("1.2.3", "1.2.3"), ("'1.10'", "1.10"), ('"0123"', "0123"), ('"true"', "true"),
    ("'a: b'", "a: b"),
    ("a #b", "a"), ("a#b", "a#b"), ("LN_eps(a x) = x", "LN_eps(a x) = x"), ("|\n  one\n  two\n", "one\ntwo\n"),
    (">\n  one\n  two\n", "one two\n"),
])
def test_a_value_is_what_it_looks_like(written: str, value: object):
    root, problems = load(f"key: {written}", "a.yaml")
    assert problems == [] and root is not None and isinstance(root.value, dict)
    found = root.value["key"].value
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize("written", ["1.10", "2.50", "0123", "007", "-01"])
def test_a_number_that_would_change_is_refused(written: str):
    _, problems = load(f"a: 1\nkey: {written}", "a.yaml")
    assert [problem.line for problem in problems] == [2]


def test_every_value_knows_its_line():
    root, _ = load("a: 1\nb:\n  - x\n  - {c: 2,\n     d: 3}\n", "a.yaml")
    assert root == Node(1, {
        "a": Node(1, 1),
        "b": Node(3, [Node(3, "x"), Node(4, {"c": Node(4, 2), "d": Node(5, 3)}, {"c": 4, "d": 5})]),
    }, {"a": 1, "b": 2})


SOURCE = "type: article\ntitle: T\nauthor: {}\nissued: {}\nsupports: S.\nseen: code\n"


@pytest.mark.parametrize(("authors", "issued", "short"), [
    ("[{family: Ba, given: Jimmy}]", "2016", "Ba 2016"),
    ("[{family: Ba}, {family: Kiros}]", "2016-07-21", "Ba and Kiros 2016"),
    ("[{family: Ba}, {family: Kiros}, {family: Hinton}]", "2016", "Ba et al. 2016"),
    ("[{literal: The JAX authors}]", "2025", "The JAX authors 2025"),
])
def test_a_source_has_a_short_name(authors: str, issued: str, short: str):
    source, problems = parse_source(SOURCE.format(authors, issued), "sources/a.yaml", "a")
    assert not problems and isinstance(source, Source)
    assert source.short == short


@pytest.mark.parametrize(("sentence", "html"), [
    ("Plain.", "Plain."),
    ("a < b & c", "a &lt; b &amp; c"),
    ("<b>bold</b>", "&lt;b&gt;bold&lt;/b&gt;"),
    ("<b>`bold`</b>", "&lt;b&gt;<code>bold</code>&lt;/b&gt;"),
    ("`x < y`", "<code>x &lt; y</code>"),
    ("*so* it is", "<em>so</em> it is"),
    ("$x^2$ is", '<span class="arithmatex">\\(x^2\\)</span> is'),
    ("$a < b$", '<span class="arithmatex">\\(a &lt; b\\)</span>'),
    ("<script>`x`</script>", "&lt;script&gt;<code>x</code>&lt;/script&gt;"),
])
def test_a_sentence_becomes_html_and_html_stays_text(sentence: str, html: str):
    assert inline(sentence) == html


@pytest.mark.parametrize(("margin", "shown"), [
    (None, "exact"), (0.0, "0%"), (0.004, "0.40%"), (0.25, "25%"), (10.0, "1000%"),
    (11.33, "over 1000%"), (-0.5, "-50%"), (-1e9, "below -1000%"),
])
def test_a_margin_is_a_percentage_while_that_says_something(margin: float | None, shown: str):
    assert percent(margin) == shown


def test_a_name_breaks_between_its_words():
    assert name("mean_of_the_batch") == "mean_<wbr>of_<wbr>the_<wbr>batch"
    assert name("<b>") == "&lt;b&gt;"


def test_a_title_has_no_markup():
    assert plain("*LayerNorm* of `x` is $y$.") == "LayerNorm of x is y."


REFERENCE = r'''"""A module."""
import numpy as np


def centre(x):
    r"""Subtract the mean.

    $$ x - \mu,
       \quad \mu = 1 $$
    """
    y = x - x.mean()
    return y


def other():
    return 1
'''


def test_a_reference_is_formula_and_code():
    subject = read_subject("centre", "claims/reference/centre.py", REFERENCE)
    assert subject is not None
    assert subject.tex.split() == [r"x", "-", r"\mu,", r"\quad", r"\mu", "=", "1"]
    assert subject.says.startswith("Subtract the mean.")
    assert "Subtract" not in subject.code and "A module" not in subject.code
    assert subject.code.startswith("import numpy as np") and subject.code.endswith("return 1")
    other = read_subject("other", "claims/reference/other.py", REFERENCE)
    assert other is not None and (other.tex, other.says) == ("", "")


@pytest.mark.parametrize("text", ["def centred(x):\n    return x\n", "class centre: ...\n", "def centre(:\n", ""])
def test_a_reference_without_its_function_is_none(text: str):
    assert read_subject("centre", "claims/reference/centre.py", text) is None


@pytest.mark.parametrize(("text", "left"), [
    ("a `b` c", "a  c"), ("a ``b ` c`` d", "a  d"), ("```\na\n```\nb", "\n\n\nb"), ("~~~ x\n`\n~~~\nb", "\n\n\nb"),
    ("````\n```\na\n```\n````\nb", "\n\n\n\n\n\nb"[1:]), ("one ` here\n\nand ` there", "one ` here\n\nand ` there"),
    ("`one\nspan` b", "\n b"),
])
def test_code_is_blanked_out_line_by_line(text: str, left: str):
    assert without_code(text) == left
    assert without_code(text).count("\n") == text.count("\n")
