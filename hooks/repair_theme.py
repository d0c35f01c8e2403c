"""MkDocs hook: mend what the HTML checker and axe find in Material's own markup."""

import html
import logging
import re
from typing import NamedTuple

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils.templates import TemplateContext

log = logging.getLogger("mkdocs.hooks.repair_theme")


class Repair(NamedTuple):
    fault: str
    pattern: str
    mended: str
    everywhere: bool = False  # every page has the fault: one without it means that Material has changed
    unless: str = "\0"  # a page with this text does not have the fault


REPAIRS = (
    Repair(
        "the search dialog has no name",
        r'(<div class="md-search" data-md-component="search" role="dialog")>',
        r'\1 aria-label="Search">',
        everywhere=True,
    ),
    Repair(
        "a checkbox has autocomplete",
        r'(<input class="md-toggle" [^>]*type="checkbox"[^>]*) autocomplete="off"',
        r"\1",
        everywhere=True,
    ),
    Repair("the logo has no size before it is there", r'(<img src="[^"]*assets/logo\.svg" alt="logo")>',
           r'\1 width="24" height="24">'),
    Repair("a label has an empty tabindex", r'(<label class="md-nav__link[^>]*) tabindex=""', r"\1"),
    Repair(
        "a label names a switch that the page does not have",
        r'(<label class="md-nav__title") for="__toc"',
        r"\1",
        unless='id="__toc"',
    ),
    Repair(
        "a section's navigation takes its name from a label that holds only an icon",
        r'(<nav [^>]*aria-labelledby="__nav_\w+)_label("[^>]*>\s*<label class="md-nav__title") for="(__nav_\w+)"',
        r'\1_title\2 id="\3_title" for="\3"',
    ),
)

# Material scrolls a wide table in a box that the keyboard cannot reach; it can reach this one. See repair_theme.css.
TABLE = re.compile(r'<div class="wide">(<table.*?</table>)</div>|(<table>.*?</table>)', re.DOTALL)
BOXED = r'<div class="wide" tabindex="0" role="group" aria-label="Table">\1\2</div>'

NOWHERE = "<h1>404 - Not found</h1>"
ROOT = re.compile(r'<link rel="stylesheet" href="([^"]*)assets/')


def repair(page: str, address: str) -> str:
    for fault, pattern, mended, everywhere, unless in REPAIRS:
        if unless in page:
            continue
        page, count = re.subn(pattern, mended, page)
        if everywhere and not count:
            advice = "if Material has mended it, drop the repair from hooks/repair_theme.py"
            log.warning("%s: not found: %s; %s", address, fault, advice)
    return page


def with_ways_out(page: str) -> str:
    """Material's page for a wrong address says that it is wrong and leads nowhere; ours leads somewhere."""
    root = ROOT.search(page)
    if NOWHERE not in page or root is None:
        log.warning("404.html: not found: %s; look at with_ways_out in hooks/repair_theme.py", NOWHERE)
        return page
    said = (f"<h1>Nothing stands here</h1>\n<p>The page was renamed, or the address is mistyped. Search finds claims, "
            f'formulas and questions; <a href="{root[1]}claims/">all claims</a>, <a href="{root[1]}concepts/">all '
            f'concepts</a> and the <a href="{root[1]}glossary/">glossary</a> are one page each.</p>\n'
            f'<p><a href="{root[1]}">Back to the start</a></p>')
    return page.replace(NOWHERE, said)


def on_page_content(content: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    return TABLE.sub(BOXED, content)


def on_page_context(context: TemplateContext, *, page: Page, config: MkDocsConfig, nav: Navigation) -> TemplateContext:
    if "description" in page.meta:  # Material writes it between quotation marks as it is
        page.meta["description"] = html.escape(str(page.meta["description"]))
    return context


def on_post_page(output: str, *, page: Page, config: MkDocsConfig) -> str:
    return repair(output, page.file.src_uri)


def on_post_template(output_content: str, *, template_name: str, config: MkDocsConfig) -> str:
    return with_ways_out(repair(output_content, template_name)) if template_name == "404.html" else output_content
