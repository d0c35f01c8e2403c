"""MkDocs hook for `mkdocs serve --dirty`: an edit of a claim builds the pages that show it, every other edit all pages.

MkDocs builds a page again if its HTML is gone or older than its text, and generated pages always. Here the HTML goes
if what the page shows of a claim may have changed, and a generated page stays if its text and its claims do.
"""

import gc
import json
import logging
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from stat import S_ISREG
from typing import Any

from jinja2 import FileSystemBytecodeCache
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files

from refutable.examine import Examined
from refutable.library import NOT_TOPICS
from refutable.marker import markers
from refutable.spares import SPARES
from refutable.table import Table

# What shows claims that the page does not name: the counts of the home page, and a demo with verdicts.
ALL_CLAIMS = ("index.md",)
VERDICTS = re.compile(r"<norm-cases")


@dataclass
class Served:
    """What the pages that stand in the site were made of."""

    on: bool = False
    surroundings: dict[str, tuple[int, int]] = field(default_factory=dict)
    now: dict[str, tuple[int, int]] = field(default_factory=dict)  # the surroundings when this build began
    claims: dict[str, str] = field(default_factory=dict)
    tables: Mapping[str, Table] = field(default_factory=dict)
    generated: dict[str, str] = field(default_factory=dict)  # texts of generated pages, by path
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
        if not gc.get_freeze_count():
            gc.freeze()  # modules stay as long as the server; no collection has to look through them
        served.now = dict(_surroundings(Path(config.config_file_path).parent))


@event_priority(-100)  # when all files are there
def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    if served.on:
        examined: Examined = config.extra["refutable"]
        _renew(files.documentation_pages(), examined)
        _forget({file.src_uri for file in files.documentation_pages()}, examined, Path(config.site_dir))
        served.surroundings, served.tables = served.now, examined.stamper.tables
        served.claims = {id: a.digest for id, a in examined.assessments.items()}
        for plugin in config.plugins.values():  # Material's search would merge, too, and takes all pages built for one
            if "search_index_prev" in vars(plugin):
                vars(plugin)["search_index_prev"] = None
    return files


def _renew(pages: Iterable[File], examined: Examined) -> None:
    """Take away the HTML of what may show something else now, and let those generated pages stay that do not."""
    claims, tables = {id: a.digest for id, a in examined.assessments.items()}, examined.stamper.tables
    changed = {id for id in {*claims, *served.claims} if claims.get(id) != served.claims.get(id)}
    moved = {name for name, t in tables.items() if t != served.tables.get(name) or changed & {id for _, id in t.rows}}
    for file in pages:
        path, made = file.src_uri, file.content_string if file.generated_by else ""
        text = made or examined.corpus.pages.get(path, "")
        targets = {marker.target for marker, _ in markers(text)}
        named = " ".join(targets) if made else text  # what is generated differs in its text, unless in its markers
        shows = VERDICTS.search(text) or path in ALL_CLAIMS or any(id in named for id in changed)
        if served.now != served.surroundings or (changed and shows) or targets & moved:
            Path(file.abs_dest_path).unlink(missing_ok=True)
        elif made and served.generated.get(path) == made and Path(file.abs_dest_path).exists():
            vars(file)["is_modified"] = lambda: False  # MkDocs takes every generated page for modified
        served.generated[path] = made


def _forget(pages: Collection[str], examined: Examined, site: Path) -> None:
    """Take away what stands in the site for claims and pages that are gone."""
    for id in served.claims.keys() - examined.assessments.keys():
        (site / "claims" / id / "index.html").unlink(missing_ok=True)
    for gone in served.pages.keys() - pages:
        (site / served.pages.pop(gone)[2]).unlink(missing_ok=True)


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
