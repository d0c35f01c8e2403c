"""MkDocs hook: judge the claims, add their pages, stamp the sentences."""

import gzip
import logging
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page
from mkdocs.utils import write_file

from refutable import copies
from refutable.coverage import footer
from refutable.examine import Examined, examine
from refutable.library import Unreadable
from refutable.marker import markers
from refutable.page import claim_page, generated_pages, title
from refutable.pages_citing import pages_citing
from refutable.progress import Bar
from refutable.prose import plain

# Under `mkdocs.`, so that warnings count for --strict.
log = logging.getLogger("mkdocs.hooks.stamp_claims")

COPIED: dict[str, int] = {}  # what the pages of claims show, where a quick `serve` leaves them in the site


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Examine the knowledge base around mkdocs.yml before anything is rendered; `serve` comes here at every change."""
    root = Path(config.config_file_path).parent
    for setting, usual in (("docs_dir", str(root / "docs")), ("use_directory_urls", True)):
        if config[setting] != usual:
            raise PluginError(f"mkdocs.yml:1: `{setting}` is not what the engine can work with; leave it out")
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
    examined: Examined = config.extra["refutable"]
    pages = generated_pages(list(examined.assessments.values()), examined.corpus.sources, examined.said)
    for path, text in {copies.MODEL: copies.model_page(), **pages}.items():
        files.append(File.generated(config, path, content=text, inclusion=InclusionLevel.NOT_IN_NAV))
    return files


def on_page_content(html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Fill the markers of a page and say what it rests on; a marker without a target stays and is reported."""
    examined: Examined = config.extra["refutable"]
    if page.file.src_uri == copies.MODEL:
        return copies.BODY
    stamped, unknown = examined.stamper.stamp(html, "../" * page.url.count("/"))
    path, text = f"docs/{page.file.src_uri}", examined.corpus.pages.get(page.file.src_uri, "")
    lines = dict(reversed([*markers(text)]))  # of the first of equal ones
    for marker, what in unknown:
        line = lines.get(marker, 1)  # another hook may have written it
        if not any((problem.path, problem.line) == (path, line) for problem in examined.problems):  # said already
            log.warning("%s:%s: %s", path, line, what)
    covered = examined.coverage.get(page.file.src_uri)
    return f"{stamped}\n{footer(covered)}" if covered else stamped


def on_post_build(*, config: MkDocsConfig) -> None:
    """Copy the model for every claim; under --strict publish nothing that has problems, even where -q hides them."""
    examined: Examined = config.extra["refutable"]
    _copy_model(config, examined)
    fallen = [a.id for a in examined.assessments.values() if a.status.name in ("REFUTED", "UNPROVEN")]
    if config.strict and (examined.problems or fallen):
        raise PluginError(f"{len(examined.problems)} problems (see `refutable lint`), {len(fallen)} claims refuted or "
                          "unproven (see `refutable check`)")


def _copy_model(config: MkDocsConfig, examined: Examined) -> None:
    site, model = Path(config.site_dir), File.generated(config, copies.MODEL, content="")
    text = Path(model.abs_dest_path).read_text(encoding="utf-8")
    citing, sources = pages_citing(examined.corpus.pages), repr(examined.corpus.sources)
    found: list[tuple[str, str, str]] = []
    for a in examined.assessments.values():
        file = File.generated(config, f"claims/{a.id}.md", content="")
        found.append((file.url, title(a), " ".join([a.words, *map(plain, a.claim.caveats if a.claim else ())])))
        shows = hash((text, a.digest, a.when, sources, repr(citing.get(a.id))))
        if COPIED.get(a.id) == shows and Path(file.abs_dest_path).exists():
            continue
        page = Page(title(a), file, config)
        body = claim_page(a, examined.corpus.sources, citing.get(a.id, []))
        # Other hooks and plugins treat it as they treat any page: this one stamps it, another renders its mathematics.
        body = config.plugins.run_event("page_content", body, page=page, config=config, files=Files([]))
        write_file(copies.copy(text, a.id, title(a), f"{a.words}: {title(a)}", body).encode(), file.abs_dest_path)
        COPIED[a.id] = shows
    Path(model.abs_dest_path).unlink()
    Path(model.abs_dest_path).parent.rmdir()
    search = site / "search/search_index.json"
    if search.exists():
        search.write_text(copies.with_search_entries(search.read_text(encoding="utf-8"), found), encoding="utf-8")
    sitemap = copies.with_addresses((site / "sitemap.xml").read_text(encoding="utf-8"), examined.assessments)
    (site / "sitemap.xml").write_text(sitemap, encoding="utf-8")
    (site / "sitemap.xml.gz").write_bytes(gzip.compress(sitemap.encode(), mtime=0))
