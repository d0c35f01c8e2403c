"""MkDocs hook: turn the TeX that pymdownx.arithmatex leaves in a page into MathML."""

import html
import logging
import re
from collections.abc import Iterable
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink

from mathml import MathError, recall, remember, to_mathml

log = logging.getLogger("mkdocs.hooks.render_math")

ARITHMATEX = re.compile(r'<(span|div) class="arithmatex">\\[(\[](.*?)\\[)\]]</\1>', re.DOTALL)
# A wide equation scrolls, and on a phone a long formula in a line; what scrolls must be reachable without a mouse.
BOX = {
    "span": '<span class="arithmatex{touches}">',
    "wide": '<span class="arithmatex wide" tabindex="0" role="group" aria-label="Formula">',
    "link": '<span class="arithmatex wide">',  # there the link is the tab stop, and it scrolls
    "div": '<div class="arithmatex" tabindex="0" role="group" aria-label="Equation">',
}
LONG = 50  # characters of TeX; what is longer may not fit into a line of 320 pixels
IN_ENTRY = re.compile(r"\\\((.*?)\\\)", re.DOTALL)  # what the table of contents keeps of a formula


def address(page: Page, config: MkDocsConfig, tex: str) -> str:
    """Say where a formula stands, as `docs/page.md:LINE`; one that another hook inserted has no line."""
    if page.file.generated_by:
        return page.file.src_uri
    path = f"{Path(config.docs_dir).name}/{page.file.src_uri}"
    before, found, _ = page.file.content_string.partition(tex.strip().split("\n")[0])
    return f"{path}:{before.count(chr(10)) + 1}" if found else path


def in_link(content: str, place: int) -> bool:
    return content.rfind("<a ", 0, place) > content.rfind("</a>", 0, place)


def memory(config: MkDocsConfig) -> Path:
    return Path(config.config_file_path).parent / ".cache/formulas.json"


def on_config(config: MkDocsConfig) -> None:
    recall(memory(config))


def on_post_build(*, config: MkDocsConfig) -> None:
    remember(memory(config))


def on_page_content(content: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    def render(source: str, tex: str, display: bool) -> str:
        try:
            return to_mathml(html.unescape(tex).strip(), display)
        except MathError as error:
            log.warning("%s: math: %s", address(page, config, html.unescape(tex)), error)
            return source

    def fill(match: re.Match[str]) -> str:
        tag, tex = match[1], match[2]
        box = tag
        if tag == "span" and len(tex) > LONG:
            box = "link" if in_link(content, match.start()) else "wide"
        # A bracket or a full stop that a formula touches; browsers would break the line between the two. See math.css.
        touches = " touches-before" if content.endswith(("(", "[", '"'), 0, match.start()) else ""
        touches += " touches-after" if content.startswith(tuple(",.;:!?)]\""), match.end()) else ""
        return f"{BOX[box].format(touches=touches)}{render(tex, tex, tag == 'div')}</{tag}>"

    def fill_entries(entries: Iterable[AnchorLink]) -> None:
        for entry in entries:
            entry.title = IN_ENTRY.sub(lambda match: render(match[0], match[1], False), entry.title)
            fill_entries(entry.children)

    if IN_ENTRY.search(str(page.title)):
        log.warning(
            "%s: math: a page's title is plain text; say it without TeX, as `title:` in the front matter",
            address(page, config, str(page.title).split("\\(")[0]),
        )
    fill_entries(page.toc)
    return ARITHMATEX.sub(fill, content)
