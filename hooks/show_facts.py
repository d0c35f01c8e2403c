"""MkDocs hook: under the heading of a concept page, what it asks of a reader; at its end, where to go next."""

import logging
import re
from html import escape
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

log = logging.getLogger("mkdocs.hooks.show_facts")


def on_page_content(html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Pages without `difficulty` in their front matter are left alone."""
    meta = page.meta
    if "difficulty" not in meta:
        return html
    facts = [f"Difficulty {meta['difficulty']} of 5", str(meta.get("mathematics", "")),
             f"{meta.get('minutes')} minutes"]
    needs = _links(page, files, "prerequisites")
    if needs:
        facts.append(f"after {needs}")
    line = f'<p class="page-facts">{" · ".join(fact for fact in facts if fact)}</p>'
    html = html.replace("</h1>", f"</h1>\n{line}", 1)
    following = _links(page, files, "next")
    return html + (f'\n<p class="page-next">Next: {following}</p>' if following else "")


def _links(page: Page, files: Files, key: str) -> str:
    """The pages that the front matter names under `key`, as links; unknown ones are reported."""
    found = []
    names: list[Any] = page.meta.get(key) or []
    for stem in names:
        file = files.get_file_from_path(f"{page.file.src_uri.rpartition('/')[0]}/{stem}.md")
        if file is None:
            what = "docs/%s:1: `%s` names the unknown page `%s`; use the stem of a neighbour"
            log.warning(what, page.file.src_uri, key, stem)
        else:
            found.append(f'<a href="{escape(file.url_relative_to(page.file))}">{_title(file)}</a>')
    return ", ".join(found)


def _title(file: File) -> str:
    """From the front matter: the page itself may not have been read yet."""
    title = re.search(r'(?m)^title: *"?(.+?)"?$', file.content_string)
    return escape(title[1]) if title else file.name
