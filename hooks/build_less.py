"""MkDocs hook for `mkdocs serve --dirty`: an edit of a claim builds the pages that name it, every other edit all pages.

MkDocs builds a page again if its HTML is gone or older than its text. Here the HTML goes if what the page shows of a
claim may have changed; generated pages are always built.
"""

import json
import logging
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from stat import S_ISREG
from typing import Any

from jinja2 import FileSystemBytecodeCache
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority
from mkdocs.structure.files import Files

from refutable.examine import Examined
from refutable.library import NOT_TOPICS
from refutable.spares import SPARES

# What shows claims that the page does not name: the counts of the home page, a demo with verdicts, a table's rows.
ALL_CLAIMS = ("index.md",)
VERDICTS = re.compile(r"<norm-cases|<!-- table:")


@dataclass
class Served:
    """What the pages that stand in the site were made of."""

    on: bool = False
    surroundings: dict[str, tuple[int, int]] = field(default_factory=dict)
    now: dict[str, tuple[int, int]] = field(default_factory=dict)  # the surroundings when this build began
    claims: dict[str, str] = field(default_factory=dict)
    pages: dict[str, tuple[str | None, dict[str, Any], str]] = field(default_factory=dict)  # title, front matter, path
    left: set[str] = field(default_factory=set)  # addresses of pages that are not built this time
    found: list[dict[str, Any]] = field(default_factory=list)  # entries of the search index


served = Served()


def on_startup(*, command: str, dirty: bool) -> None:
    served.on = command == "serve" and dirty
    if served.on:  # MkDocs warns of inaccurate pages at every build; which are built is decided here
        logging.getLogger("mkdocs.commands.build").addFilter(lambda record: "'dirty' build" not in str(record.msg))


@event_priority(100)  # before anything is read, so that what is saved while claims are judged counts for the next time
def on_config(config: MkDocsConfig) -> None:
    if served.on:
        served.now = dict(_surroundings(Path(config.config_file_path).parent))


@event_priority(-100)  # when all files are there
def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    if not served.on:
        return files
    examined: Examined = config.extra["refutable"]
    site = Path(config.site_dir)
    claims = {id: a.digest for id, a in examined.assessments.items()}
    changed = [id for id in {*claims, *served.claims} if claims.get(id) != served.claims.get(id)]
    for file in files.documentation_pages():
        text = examined.corpus.pages.get(file.src_uri, "")
        shows = VERDICTS.search(text) or file.src_uri in ALL_CLAIMS or any(id in text for id in changed)
        if served.now != served.surroundings or (changed and shows):
            Path(file.abs_dest_path).unlink(missing_ok=True)
    for id in served.claims.keys() - claims.keys():
        (site / "claims" / id / "index.html").unlink(missing_ok=True)
    for gone in served.pages.keys() - {file.src_uri for file in files.documentation_pages()}:
        (site / served.pages.pop(gone)[2]).unlink(missing_ok=True)
    served.surroundings, served.claims = served.now, claims
    for plugin in config.plugins.values():  # Material's search would merge, too, and takes all pages built for one
        if "search_index_prev" in vars(plugin):
            vars(plugin)["search_index_prev"] = None
    return files


def on_build_error(error: Exception) -> None:
    """Nobody knows which pages were written: the next build writes all."""
    served.surroundings = {}


def on_env(env: Any, *, config: MkDocsConfig, files: Files) -> None:
    """A page that is not read again keeps its title and its front matter, which navigations show."""
    if served.on:  # MkDocs compiles the theme's templates at every build
        folder = Path(config.config_file_path).parent / ".cache/templates"
        folder.mkdir(parents=True, exist_ok=True)
        env.bytecode_cache = FileSystemBytecodeCache(str(folder))
    served.left = set()
    for page in (file.page for file in files.documentation_pages() if served.on and file.page):
        if page.markdown is None:
            page.title, page.meta, _ = served.pages.get(page.file.src_uri, (None, {}, ""))
            served.left.add(page.url)
        else:
            served.pages[page.file.src_uri] = (page.title, dict(page.meta), page.file.dest_uri)


@event_priority(-100)  # when the index is written
def on_post_build(*, config: MkDocsConfig) -> None:
    """The index keeps what it has of pages that are not built."""
    path = Path(config.site_dir, "search/search_index.json")
    if served.on and path.exists():
        index = json.loads(path.read_text(encoding="utf-8"))
        index["docs"] += [entry for entry in served.found if entry["location"].partition("#")[0] in served.left]
        served.found = index["docs"]
        path.write_text(json.dumps(index, separators=(",", ":")), encoding="utf-8")
    if served.on:
        SPARES.refill()  # while the author reads, so that the next edit waits for no import


def on_shutdown() -> None:
    SPARES.end()


def _surroundings(root: Path) -> Iterator[tuple[str, tuple[int, int]]]:
    """All that is watched, but for claims and their checks, with dates and sizes."""
    folders = [root / "docs", root / "includes", root / "sources", *(root / "claims" / name for name in NOT_TOPICS)]
    for path in (root / "mkdocs.yml", *(path for folder in folders for path in folder.rglob("*"))):
        with suppress(OSError):  # an editor's file of a moment
            found = path.stat()
            if S_ISREG(found.st_mode) and path.suffix != ".pyc":
                yield str(path), (found.st_mtime_ns, found.st_size)
