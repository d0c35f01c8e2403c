"""MkDocs hook: the labs, Markdown pages whose Python cells are run by mkdocs-jupyter.

Left alone, mkdocs-jupyter runs a lab again only if its text changes, does not say which cell failed, and makes a page
of its own: another Markdown, raw TeX, dead links, half a megabyte of styles. Here it runs a lab if something that the
cells rest on has changed, and MkDocs renders the text like that of any page, what the cells put out below them.
"""

import json
import logging
import re
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from hashlib import sha256
from html import escape
from itertools import count
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

import lab_kernel
from refutable.check import imports_of
from refutable.fingerprint import Surroundings, changed_parts
from refutable.library import SUBJECT_FOLDERS

log = logging.getLogger("mkdocs.hooks.labs")

NEEDED = {"execute": True, "allow_errors": False, "cache": False, "ignore_h1_titles": True}  # of mkdocs-jupyter
RUNNERS = ("ipykernel", "mkdocs-jupyter", "nbconvert")
LAB = re.compile(r"\A---\n(?:(?!---).*\n)*jupyter:")
CELL = re.compile(r"(?m)^```python(.*)\n((?:.*\n)*?)^```[ \t]*$")
# A cell that asks for a prediction hides what follows, up to the next question or heading.
ANSWER = re.compile(r"(?ms)^lab-answer\n(.*?)(?=^> |^## |\Z)")
FAILED = ('<div class="admonition failure"><p class="admonition-title">This lab failed, and shows nothing</p>'
          "<p>{}</p></div>")
serving = False
HIDDEN = '<details class="lab-answer" markdown="1">\n<summary>Written down? Then open</summary>\n\\1\n</details>\n\n'


class Failed(Exception):
    """A cell failed; the message says where."""


def on_startup(*, command: str, dirty: bool) -> None:
    global serving  # MkDocs tells nobody else
    serving = command == "serve"


def on_config(config: MkDocsConfig) -> None:
    settings = plugin.config if (plugin := config.plugins.get("mkdocs-jupyter")) else {}
    wrong = ", ".join(f"{name}: {str(want).lower()}" for name, want in NEEDED.items() if settings.get(name) != want)
    if wrong:
        raise PluginError(f"{Path(config.config_file_path).name}:1: for the labs, mkdocs-jupyter needs {wrong}")
    config.extra["surroundings"] = Surroundings(Path(config.config_file_path).parent)  # of all labs in this build


def on_pre_page(page: Page, *, config: MkDocsConfig, files: Files) -> Page:
    if LAB.match(page.file.content_string):
        if "render" not in vars(page):  # where mkdocs-jupyter puts its own
            raise PluginError(f"docs/{page.file.src_uri}:1: mkdocs-jupyter leaves this lab out; see its `include`")
        page.render = partial(render, page, page.render)  # type: ignore[method-assign]
    return page


def render(page: Page, run: Callable[..., None], config: MkDocsConfig, files: Files) -> None:
    """In place of the page's own method."""
    root, text = Path(config.config_file_path).parent, page.file.content_string
    cells: list[tuple[str, str]] = CELL.findall(text)
    parts = rests_on(root, f"docs/{page.file.src_uri}", text, config.extra["surroundings"])
    note = ""
    try:
        put_out = run_or_recall(page, lambda: run(config, files), root, text, parts)
    except Failed as error:
        if not serving:
            raise PluginError(str(error)) from None
        log.warning("%s", error)  # the author is in the middle of an edit, and all other pages have to be seen
        cells, put_out, note = [], [], FAILED.format(escape(str(error)))
    if len(put_out) != len(cells):
        raise PluginError(f"docs/{page.file.src_uri}:1: a cell is not seen; begin each with ```python at the margin")
    boxes = {str(n): shown(n, code, out) for n, ((_, code), out) in enumerate(zip(cells, put_out, strict=True), 1)}
    numbers = count(1)

    def followed(cell: re.Match[str]) -> str:
        return f"```python\n{cell[2]}```\n\n{'lab-answer' * ('predict' in cell[1])}\n\nlab-output-{next(numbers)}\n"

    page.markdown = ANSWER.sub(HIDDEN, CELL.sub(followed, page.markdown or ""))
    Page.render(page, config, files)
    page.content = note + re.sub(r"<p>lab-output-(\d+)</p>", lambda m: boxes.get(m[1], ""), page.content or "")


def run_or_recall(page: Page, run: Callable[[], None], root: Path, text: str, parts: dict[str, str]) -> list[str]:
    """What each cell puts out, as HTML; remembered together with `parts`, all that it rests on."""
    path, memory = f"docs/{page.file.src_uri}", root / ".cache" / "labs" / f"{page.file.name}.json"
    kept: dict[str, Any] = {}
    with suppress(OSError, ValueError):
        kept = json.loads(memory.read_text(encoding="utf-8"))
    if kept.get("parts") != parts:
        changed = ", ".join(changed_parts(kept.get("parts", {}), parts))
        start = time.monotonic()
        with lab_kernel.environment(memory.parent, (root / path).parent):
            try:
                run()
            except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
                todo = f"mend the cell, or what it rests on: {changed} changed" if kept else "mend the cell"
                raise Failed(f"{lab_kernel.blame(path, CELL.finditer(text), error)}; {todo}") from None
        seconds = round(time.monotonic() - start, 1)
        log.info("%s: run in %s s, since %s", path, seconds, f"{changed} changed" if kept else "nothing is remembered")
        kept = {"parts": parts, "seconds": seconds, "outputs": outputs(page.content or "")}
        memory.write_text(json.dumps(kept, indent=1), encoding="utf-8")
    return list(kept["outputs"])


def outputs(html: str) -> list[str]:
    """From the page of mkdocs-jupyter, one text a cell: HTML as it is, everything else as plain text."""
    cells = [c.select(".jp-OutputArea-output") for c in BeautifulSoup(html, "html.parser").select(".jp-CodeCell[id]")]
    return ["".join(part.decode_contents() if part["data-mime-type"] == "text/html"
                    else f"<pre>{escape(part.get_text().strip())}</pre>" for part in cell) for cell in cells]


def rests_on(root: Path, path: str, text: str, around: Surroundings) -> dict[str, str]:
    """Digests of the cells and of every file that they import, and the versions of every package behind them."""
    code = "\n".join(code for _, code in CELL.findall(text))
    names = re.findall(r"\w+", " ".join(re.findall(r"from lab import (\([^)]*\)|.+)", code)))
    paths = [f"claims/{kind}/{name}.py" for kind in SUBJECT_FOLDERS for name in names]
    files = [file for file in (f"{Path(path).parent.as_posix()}/lab.py", *paths) if (root / file).is_file()]
    packages = {*imports_of(code), *(name for file in files for name in around.imports(file)), *RUNNERS}
    digests = {"cells": sha256(code.encode()).hexdigest(), "hook": around.file(__file__),
               "kernel": around.file(lab_kernel.__file__)}
    return digests | {Path(file).stem: around.file(file) for file in files} | around.environment(sorted(packages))


def shown(number: int, code: str, output: str) -> str:
    if holds := len(re.findall(r"(?m)^\s*assert\b", code)):
        output += f'<p class="lab-holds">{f"{holds} assertions hold" if holds > 1 else "The assertion holds"}.</p>'
    return f'<div class="lab-output" role="group" aria-label="Output of cell {number}">{output}</div>' if output else ""
