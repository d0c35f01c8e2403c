"""The labs: their pages, what makes them run again, and what they say when they fail."""

import importlib.util
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from zipfile import ZipFile

import numpy as np
import pytest
from corpora import HOOK, Command, Ran, replace

ROOT = Path(__file__).parent.parent
NOTEBOOKS = ROOT / "docs" / "notebooks"
LABS = sorted(path for path in NOTEBOOKS.glob("*.md") if path.stem != "index")
CELL = re.compile(r"(?m)^```python(.*)\n((?:.*\n)*?)^```$")
QUESTION = "> **Write down what you expect.**\n"


def imports(path: Path) -> list[str]:
    lines = re.findall(r"from lab import (.+)", path.read_text(encoding="utf-8"))
    return [name for line in lines for name in line.split(", ") if name not in ("plot", "table")]


# The pages


def test_there_are_as_many_labs_as_promised():
    assert len(LABS) >= 6
    index = (NOTEBOOKS / "index.md").read_text(encoding="utf-8")
    for path in LABS:
        facts = dict(re.findall(r"(?m)^(title|minutes): (.+)$", path.read_text(encoding="utf-8")))
        assert re.search(rf"\[{re.escape(facts['title'])}\]\({path.name}\) \|.+\| {facts['minutes']} \|", index)


@pytest.mark.parametrize("path", LABS, ids=lambda path: path.stem)
def test_a_lab_asks_first_draws_and_asserts(path: Path):
    text = path.read_text(encoding="utf-8")
    cells = CELL.findall(text)
    asked = re.sub(r"(?m)^> (?!\*\*).+\n", "", text).count(f'{QUESTION}\n```python tags=["predict"]\n')
    assert asked == text.count(QUESTION) == sum("predict" in tags for tags, _ in cells) >= 4
    assert any("plot(" in code for _, code in cells)
    assert not any(re.search(r"\bimport (lab\b|\*)", code) for _, code in cells)  # the names say what it rests on
    assert sum(len(re.findall(r"(?m)^ *assert ", code)) for _, code in cells) >= 8
    assert text.count("<!-- claim: ") >= 5
    assert f"]({path.stem}.ipynb)" in text and "](labs.zip)" in text and "\n## Change it\n" in text


@pytest.fixture
def lab(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """docs/notebooks/lab.py, as the cells import it."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # docs/ is watched, and copied to the site
    spec = importlib.util.spec_from_file_location("lab", NOTEBOOKS / "lab.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setitem(sys.modules, "lab", module)
    return module


# For a rank and for a distance any attention will do.
INDIFFERENT = {("null-space", "attention")}
WRONG = {
    "pre_block": lambda x, norm, branch: norm(x + branch(x)),
    "post_block": lambda x, norm, branch: x + branch(norm(x)),
}


def doubled(made):
    if isinstance(made, dict):
        return {name: doubled(value) for name, value in made.items()}
    return [doubled(part) for part in made] if isinstance(made, list) else 2 * made


@pytest.mark.parametrize(
    ("path", "name"), [(path, name) for path in LABS for name in imports(path) if (path.stem, name) not in INDIFFERENT],
    ids=lambda value: value if isinstance(value, str) else value.stem)
def test_a_lab_fails_if_something_that_it_imports_is_wrong(
    path: Path, name: str, lab: ModuleType, monkeypatch: pytest.MonkeyPatch
):
    right = getattr(lab, name)

    def wrong(*given, **named):
        return WRONG[name](*given, **named) if name in WRONG else doubled(right(*given, **named))

    wrong.__name__ = name
    monkeypatch.setattr(lab, name, wrong, raising=False)
    monkeypatch.setattr(lab, "plot", lambda *_, **__: None)
    defined: dict[str, object] = {}
    with pytest.raises(AssertionError), np.errstate(all="ignore"):
        for _, code in CELL.findall(path.read_text(encoding="utf-8")):
            exec(compile(code, path.name, "exec"), defined)


# Figures


def test_a_figure_is_the_same_twice_and_readable_without_seeing_it(lab: ModuleType):
    def draw() -> str:
        return lab.plot("A & b", "x", "y", {"one": [(1, 0.25), (2, -1e-5)], "two": [(1, 3.0)]}, "Falls to 0.00001.",
                        levels={"chance": 2.77}).data

    assert draw() == draw()
    assert 'role="img" aria-label="A &amp; b. Falls to 0.00001."' in draw()
    assert re.findall(r"<td>(.*?)</td>", draw()) == ["1", "0.25", "3", "2", "−1e−05", ""]
    assert "chance: 2.77" in draw()


def test_a_figure_takes_its_colours_and_type_from_the_page(lab: ModuleType):
    drawn = lab.plot("A", "x", "y", {"one": [(1, 1), (2, 2)], "two": [(1, 3), (2, 1)]}, "Says.", log="xy").data
    assert re.findall(r"(?<!, )#[0-9a-f]{6}\b", drawn) == []
    assert "var(--lab-1, #b34700)" in drawn and "currentColor" in drawn
    assert "<style" not in drawn and "font-family" not in drawn and "<metadata" not in drawn
    other = lab.plot("B", "x", "y", {"one": [(1, 1), (2, 2)]}, "Says.").data
    names = re.findall(r' id="([^"]+)"', drawn + other)
    assert names and len(names) == len(set(names))
    assert set(re.findall(r'(?:href="#|url\(#)([^")]+)', drawn + other)) <= set(names)


def test_ticks_keep_their_digits(lab: ModuleType):
    drawn = lab.plot("A", "x", "y", {"one": [(0, 0), (0.1, 0.01)]}, "Says.").data
    assert ">0.002</text>" in drawn and ">0.02</text>" in drawn
    assert not re.search(r' [xy]="\d+\.\d\d', drawn)  # nobody sees hundredths of a point


# The build

PLUGIN = "include: [notebooks/*.md], execute: true, allow_errors: false, cache: false, ignore_h1_titles: true"
SETTINGS = f"""\
site_name: Tests
theme: mkdocs
plugins: [mkdocs-jupyter: {{{PLUGIN}}}]
markdown_extensions: [md_in_html, pymdownx.superfences, pymdownx.arithmatex: {{generic: true}}]
hooks: [{", ".join(str(HOOK.parent / name) for name in ("labs.py", "lab_downloads.py", HOOK.name, "render_math.py"))}]
"""
PAGE = """\
---
title: A lab
jupyter:
  kernelspec: {display_name: Python 3, language: python, name: python3}
---

# A lab

Inline $a < b$, and [the start](../index.md).

```python
import numpy as np
import framework_of_tests
from lab import layer_norm, table
```

> **Write down what you expect.**
> What is it?

```python tags=["predict"]
y = layer_norm(np.array([3.0, 1.0]), eps=0.0)
print("<b>", framework_of_tests.NAME)
table(["y"], [[y]])
```

Scale is ignored. <!-- claim: layer-norm-ignores-scale -->

```python
# a comment
assert np.allclose(y, [1, -1]), "not a sign"
```

## After

Seen.
"""
Build = Callable[..., Ran]


@pytest.fixture
def build(corpus: Path, package: Callable[..., None]) -> Build:
    """Builds the healthy knowledge base with one lab in it, strictly; the lab imports a package of its own."""
    package("framework_of_tests", 'NAME = "first"', "1.0")
    notebooks = corpus / "docs" / "notebooks"
    notebooks.mkdir()
    (notebooks / "lab.py").write_bytes((NOTEBOOKS / "lab.py").read_bytes())
    (notebooks / "sign.md").write_text(PAGE, encoding="utf-8")

    def run(settings: str = SETTINGS, how: Sequence[str] = ("-m", "mkdocs", "build", "--strict")) -> Ran:
        (corpus / "mkdocs.yml").write_text(settings, encoding="utf-8")
        ran = subprocess.run([sys.executable, *how], cwd=corpus, text=True,
                             capture_output=True, env={**os.environ, "PYTHONOPTIMIZE": "1"})
        page = "" if ran.returncode else (corpus / "site/notebooks/sign/index.html").read_text(encoding="utf-8")
        return Ran(ran.returncode, page, ran.stderr)

    return run


def test_a_lab_is_a_page_like_any_other_with_its_outputs(build: Build, corpus: Path, command: Command):
    page = build().out
    assert re.search(r"<summary>Written down\? Then open</summary>.*&lt;b&gt; first\s*</pre>", page, re.DOTALL)
    assert "<td>[1, −1]</td>" in page
    assert page.count('class="lab-holds">The assertion holds.<') == 1
    assert page.index("</details>") < page.index("After</h2>")
    assert 'data-stamp="claim: layer-norm-ignores-scale"' in page and "<math" in page and 'href="../.."' in page
    assert "lab-answer\n" not in page and "lab-output-" not in page and "jp-" not in page and "<style" not in page
    assert not re.search(r'(src|href)="(https?:)?//', page[page.index("A lab<"):page.index("Seen.")])
    assert command("verify", "site/").code == 0
    assert not list(corpus.glob("docs/**/__pycache__")) and not list(corpus.glob("claims/reference/__pycache__"))


def change(path: Path) -> None:
    path.write_text(path.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")


def test_a_lab_runs_again_if_something_that_it_rests_on_changes_and_not_otherwise(
    build: Build, corpus: Path, package: Callable[..., None]
):
    first = build()
    assert "docs/notebooks/sign.md: run in" in first.err and "nothing is remembered" in first.err

    replace(corpus / "docs/notebooks/sign.md", "Scale", "The scale")
    change(corpus / "claims/reference/rms_norm.py")
    again = build()
    assert "run in" not in again.err and again.out == first.out.replace("Scale", "The scale")

    change(corpus / "claims/reference/layer_norm.py")
    assert "since layer_norm changed" in build().err

    package("framework_of_tests", 'NAME = "second"', "2.0")
    replace(corpus / "docs/notebooks/sign.md", "# a comment", "# another")
    newer = build()
    assert "since cells, framework_of_tests (1.0 -> 2.0) changed" in newer.err and "&lt;b&gt; second" in newer.out


@pytest.mark.parametrize(("right", "wrong", "said"), [
    ("[1, -1]), ", "[1, -2]), ", "LINE: cell 3: an assertion failed: not a sign; mend the cell"),
    ("eps=0.0", "epsilon=0.0", "LINE: cell 2: TypeError: layer_norm() got an unexpected keyword argument 'epsilon'"),
    ("import numpy as np", "import numpy as", "LINE: cell 1: SyntaxError: "),
    ("# a comment", "layer_nrom", "LINE: cell 3: NameError: name 'layer_nrom' is not defined"),
    ("# a comment", "import os; os._exit(1)", "1: Kernel died"),
])
def test_a_cell_that_fails_fails_the_build_with_its_address(
    build: Build, corpus: Path, right: str, wrong: str, said: str
):
    page = corpus / "docs/notebooks/sign.md"
    replace(page, right, wrong)
    line = page.read_text(encoding="utf-8").partition(wrong)[0].count("\n") + 1
    ran = build()
    assert ran.code == 1 and "Traceback" not in ran.err
    assert f"ERROR   -  docs/notebooks/sign.md:{said.replace('LINE', str(line))}" in ran.err


# One build as `mkdocs serve` makes it.
SERVED = """
from mkdocs.commands.build import build
from mkdocs.config import load_config

config = load_config()
config.plugins.on_startup(command="serve", dirty=False)
build(config)
"""


def test_a_cell_that_fails_while_its_author_looks_on_costs_no_other_page(build: Build, corpus: Path):
    build()
    replace(corpus / "claims/reference/layer_norm.py", "centred / np", "7 * centred * np")
    ran = build(how=("-c", SERVED))
    assert ran.code == 0 and "docs/notebooks/sign.md:30: cell 3: " in ran.err
    assert "mend the cell, or what it rests on: layer_norm changed" in ran.err
    assert "This lab failed, and shows nothing" in ran.out and "The assertion holds" not in ran.out
    assert "is refuted" in ran.err and "stamp-refuted" in (corpus / "site/index.html").read_text(encoding="utf-8")
    replace(corpus / "claims/reference/layer_norm.py", "7 * centred * np", "centred / np")
    assert "The assertion holds" in build(how=("-c", SERVED)).out


def test_a_kernel_that_is_shut_down_says_nothing_of_its_sockets(build: Build, corpus: Path):
    asks = 'import logging; print("silent:", logging.getLogger("tornado.general").disabled)'
    replace(corpus / "docs/notebooks/sign.md", "# a comment", asks)
    assert "silent: True" in build().out


@pytest.mark.parametrize(("right", "wrong", "said"), [
    ("allow_errors: false, ", "", "mkdocs.yml:1: for the labs, mkdocs-jupyter needs allow_errors: false"),
    (", cache: false", "", "mkdocs.yml:1: for the labs, mkdocs-jupyter needs cache: false"),
    ("notebooks/*.md", "labs/*.md", "docs/notebooks/sign.md:1: mkdocs-jupyter leaves this lab out; see its `include`"),
])
def test_a_lab_that_would_not_be_run_is_not_published(build: Build, right: str, wrong: str, said: str):
    ran = build(SETTINGS.replace(right, wrong))
    assert ran.code == 1 and said in ran.err


def test_a_cell_that_the_page_does_not_show_is_not_run_in_silence(build: Build, corpus: Path):
    replace(corpus / "docs/notebooks/sign.md", "# A lab\n", "# A lab\n\n```bash\ntrue\n```\n")
    ran = build()
    assert ran.code == 1
    assert "docs/notebooks/sign.md:1: a cell is not seen; begin each with ```python at the margin" in ran.err


def test_a_lab_can_be_taken_away_and_run(build: Build, corpus: Path, tmp_path: Path):
    build()
    site = corpus / "site/notebooks"
    before = (site / "labs.zip").read_bytes(), (site / "sign.ipynb").read_bytes()
    build()
    assert before == ((site / "labs.zip").read_bytes(), (site / "sign.ipynb").read_bytes())
    kinds = [cell["cell_type"] for cell in json.loads(before[1])["cells"]]
    assert kinds == ["markdown", "code", "markdown", "code", "markdown", "code", "markdown"]
    with ZipFile(site / "labs.zip") as archive:
        archive.extractall(tmp_path / "taken")
    folder = tmp_path / "taken/labs/docs/notebooks"
    taken = "\n".join("".join(cell["source"]) for cell in json.loads((folder / "sign.ipynb").read_text())["cells"]
                      if cell["cell_type"] == "code")
    subprocess.run([sys.executable, "-c", taken], cwd=folder, check=True)


@pytest.mark.browser  # like all tests of the built site; this one needs no browser
@pytest.mark.parametrize("path", LABS, ids=lambda path: path.stem)
def test_a_page_of_the_built_site_is_light(path: Path):
    page = (ROOT / "site" / "notebooks" / path.stem / "index.html").read_text(encoding="utf-8")
    assert len(page.encode()) <= 150_000
    seconds = json.loads((ROOT / ".cache" / "labs" / f"{path.stem}.json").read_text(encoding="utf-8"))["seconds"]
    assert seconds <= 20 * (1 if os.environ.get("CI") == "true" else 5)  # on a machine that does something else as well
