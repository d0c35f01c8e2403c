"""MkDocs hook: judge the claims, add their pages, stamp the sentences. The only file that imports mkdocs."""

import json
import logging
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

from refutable.examine import Examined, examine
from refutable.library import Unreadable
from refutable.page import claim_page, index_page, sources_page
from refutable.pages_citing import pages_citing
from refutable.progress import Bar

# Under `mkdocs.`, so that warnings count for --strict.
log = logging.getLogger("mkdocs.hooks.stamp_claims")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Examine the knowledge base around mkdocs.yml, before anything is rendered; `serve` comes here at every change."""
    root = Path(config.config_file_path).parent
    config.watch.extend(str(root / name) for name in ("claims", "sources") if (root / name).is_dir())
    try:
        examined = examine(root, Bar())
    except Unreadable as error:
        raise PluginError(str(error)) from error
    for problem in examined.problems:
        log.warning("%s", problem)
    for a in examined.assessments.values():
        if a.status.name in ("REFUTED", "UNPROVEN"):
            log.warning("%s:1: the claim is %s; %s", a.path, a.status.value, a.reason)
    config.extra["refutable"] = examined
    return config


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the generated pages; they exist in memory alone, so that `serve` sees no change of its own making."""
    examined = _examined(config)
    citing = pages_citing(examined.corpus.pages, config.use_directory_urls)
    assessments = examined.assessments.values()

    def add(path: str, text: str) -> None:
        files.append(File.generated(config, path, content=text, inclusion=InclusionLevel.NOT_IN_NAV))

    for a in assessments:
        add(f"claims/{a.id}.md", claim_page(a, examined.corpus.sources, citing.get(a.id, [])))
    add("claims/index.md", index_page(assessments))
    add("sources/index.md", sources_page(examined.corpus.sources, assessments))
    add("claims/claims.json", json.dumps([a.plain() for a in assessments], indent=1))
    return files


def on_page_content(html: str, *, page: Page, config: MkDocsConfig, **_: Any) -> str:
    """Fill the markers of a page; what has no target stays and is reported."""
    depth = page.url.count("/")
    stamped, unknown = _examined(config).stamper.stamp(html, "../" * depth)
    for what in unknown:
        log.warning("%s: %s", page.file.src_uri, what)
    return stamped


def on_post_build(config: MkDocsConfig) -> None:
    """Under --strict nothing is published that has problems, even where -q hides the warnings."""
    examined = _examined(config)
    if config.strict and examined.problems:
        raise PluginError(f"{len(examined.problems)} problems in the knowledge base; `refutable lint` lists them")


def _examined(config: MkDocsConfig) -> Examined:
    examined: Examined = config.extra["refutable"]
    return examined
