"""TeX to MathML, alone and in a page."""

import logging
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

import mathml
from mathml import MathError, to_mathml

HOOK = Path(__file__).parent.parent / "hooks" / "render_math.py"
LONG = " + ".join(f"x_{{{i}}}" for i in range(3000))


def tree(tex: str, display: bool = False) -> ElementTree.Element:
    return ElementTree.fromstring(to_mathml(tex, display))


def words(element: ElementTree.Element) -> list[str]:
    """What is shown, in order: everything but the annotation and invisible operators."""
    for semantics in element.iter("semantics"):
        return [text.strip() for text in semantics[0].itertext() if text.strip(" \u2061")]
    raise AssertionError("no <semantics>")


def test_a_fraction_has_numerator_and_denominator():
    fraction = tree(r"\frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}}").find(".//mfrac")
    assert fraction is not None
    assert "".join(fraction[0].itertext()) == "x−μ"
    assert fraction[1].tag == "msqrt"


def test_a_hat_stands_over_its_letter():
    over = tree(r"\hat{x}").find(".//mover")
    assert over is not None
    assert [part.text for part in over] == ["x", "ˆ"]


def test_an_operator_name_is_one_word():
    assert words(tree(r"\operatorname{LN}(x)")) == ["LN", "(", "x", ")"]


def test_aligned_is_a_table_without_ampersands():
    rows = tree(r"\begin{aligned} y &= x + F(x) \\ z &< 2 \end{aligned}", display=True).findall(".//mtr")
    assert [["".join(cell.itertext()) for cell in row] for row in rows] == [["y", "=x+F(x)"], ["z", "<2"]]


def test_only_a_display_is_a_block():
    assert tree("x", display=True).get("display") == "block"
    assert tree("x").get("display") is None


@pytest.mark.parametrize("tex", ["a < b > c", r"\text{“quoted”}", LONG])
def test_the_source_is_kept(tex: str):
    annotation = tree(tex).find(".//annotation")
    assert annotation is not None
    assert annotation.text == tex


@pytest.mark.parametrize("tex", [r"\nosuch{x}", r"\frac{a", "a & b", r"\href{https://example.org}{x}"])
def test_bad_tex_is_refused(tex: str):
    with pytest.raises(MathError):
        to_mathml(tex, False)


def test_the_refusal_names_the_function_without_marks():
    with pytest.raises(MathError, match=r"^Unsupported function name: \\nosuch at position 1: \\nosuch$"):
        to_mathml(r"\nosuch", False)


def page(folder: Path, text: str) -> str:
    """Build a site of one page with the hook, and return its HTML."""
    (folder / "docs").mkdir(exist_ok=True)
    (folder / "docs" / "index.md").write_text(text, "utf-8")
    (folder / "mkdocs.yml").write_text(
        "site_name: math\ntheme: mkdocs\nplugins: []\n"
        f"hooks: [{HOOK}]\nmarkdown_extensions: [{{pymdownx.arithmatex: {{generic: true}}}}, admonition]\n"
    )
    build(load_config(str(folder / "mkdocs.yml")))
    return (folder / "site" / "index.html").read_text("utf-8")


def test_a_page_shows_mathml(tmp_path: Path):
    html = page(tmp_path, "# Norms\n\nInline $a < b$, code `$a$`.\n\n## The $\\nabla$\n\n$$\nx^2\n$$\n")
    assert html.count("<math") == 4  # inline, heading, its entry in the table of contents, display
    assert '<div class="arithmatex" tabindex="0" role="group" aria-label="Equation"><math display' in html
    assert "<code>$a$</code>" in html
    assert "\\(" not in html and "\\[" not in html


@pytest.mark.parametrize(("text", "classes"), [
    ("Let $a$ be.", "arithmatex"), ("Let it be $a$.", "arithmatex touches-after"),
    ("Let it ($a$) be.", "arithmatex touches-before touches-after"),
    ("Let it (as $a$) be.", "arithmatex touches-after"),
    ("Let it [$a$ or $b$] be.", "arithmatex touches-before"),
])
def test_a_formula_knows_what_it_touches(tmp_path: Path, text: str, classes: str):
    assert f'<span class="{classes}"><math' in page(tmp_path, f"# Norms\n\n{text}\n")


def test_a_formula_of_an_earlier_build_is_not_rendered_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(mathml, "_known", {})
    first = page(tmp_path, "# Norms\n\n$a_1 < b$\n").partition("<math")[2].partition("</math>")[0]
    monkeypatch.setattr(mathml, "_known", {})
    rendered: list[str] = []
    monkeypatch.setattr(mathml, "temml", lambda: lambda tex, display: (True, rendered.append(tex) or "<math></math>"))
    assert first and f"<math{first}</math>" in page(tmp_path, "# Norms\n\n$a_1 < b$\n") and rendered == []

    monkeypatch.setattr(mathml, "_known", {})
    monkeypatch.setattr(mathml, "_code", lambda: "another Temml")
    page(tmp_path, "# Norms\n\n$a_1 < b$\n")
    assert rendered == ["a_1 < b"]


@pytest.mark.parametrize("damaged", ["", "[]", '{"formulas": {}}', '{"code": 1', '{"code": "CODE", "formulas": []}',
                                     '{"code": "CODE", "formulas": {"inline a": 1}}'])
def test_a_damaged_memory_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damaged: str):
    monkeypatch.setattr(mathml, "_known", {})
    (tmp_path / ".cache").mkdir()
    (tmp_path / ".cache/formulas.json").write_text(damaged.replace("CODE", mathml._code()))
    assert "<mi>a</mi>" in page(tmp_path, "# Norms\n\n$a$\n")


def test_a_bad_formula_is_a_warning_with_its_line(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.WARNING, "mkdocs.hooks.render_math")
    page(tmp_path, "---\ntitle: t\n---\n# Norms\n\n!!! note\n\n    $$\n    x \\\\\n    \\nosuch\n    $$\n")
    assert caplog.messages == [
        r"docs/index.md:9: math: Unsupported function name: \nosuch at position 6: x \\ \nosuch"
    ]


def test_math_in_a_title_is_a_warning(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    page(tmp_path, "\n# The norm $x$\n")
    assert [message.partition(": math: ")[0] for message in caplog.messages] == ["docs/index.md:2"]
