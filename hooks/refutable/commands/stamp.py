"""`refutable stamp`: fill the markers in a site that any generator built."""

import os
import sys
from pathlib import Path

import click

from refutable.commands import example, find_root, read_page
from refutable.examine import examine
from refutable.page import bodies, claim_page, generated_pages
from refutable.pages_citing import pages_citing
from refutable.progress import Bar


@example("refutable stamp site/")
@click.command()
@click.argument("site", type=click.Path(exists=True, file_okay=False, path_type=Path))
def stamp(site: Path) -> None:
    """Judge the knowledge base and fill the markers in the HTML files below SITE, for generators without hooks.

    Also writes SITE/claims/claims.json and, where there are none, a plain page for every claim, their index, the
    sources and the frameworks. Exit code 0 if every marker was filled, 1 if some have no target, 2 if the
    knowledge base or a page cannot be read, or if there is no page.
    """
    files = sorted(site.rglob("*.html"))
    if not files:
        raise click.UsageError(f"there are no HTML files below {site}; name the folder that your generator wrote")
    examined = examine(find_root(), Bar())
    stamper, failed, filled = examined.stamper, 0, 0
    for file in files:
        html = read_page(file)
        to_root = Path(os.path.relpath(site, file.parent)).as_posix() + "/"
        stamped, unknown = stamper.stamp(html, to_root)
        for _, what in unknown:
            click.echo(f"{file}:1: {what}")
        failed += len(unknown)
        if stamped != html:
            file.write_text(stamped, encoding="utf-8")
            filled += 1
    (site / "claims").mkdir(exist_ok=True)
    citing, sources = pages_citing(examined.corpus.pages), examined.corpus.sources
    pages = {id: claim_page(a, sources, citing.get(id, [])) for id, a in examined.assessments.items()}
    made = generated_pages(list(examined.assessments.values()), sources, examined.said)
    lists = {path.removesuffix("/index.md"): (name, f"<h1>{name}</h1>{body}")
             for path, (name, body) in bodies(made).items()}
    for place, (name, body) in {**{f"claims/{id}": (id, page) for id, page in pages.items()}, **lists}.items():
        file = site / place / "index.html"
        if not file.exists():  # a generator with a theme makes better ones
            file.parent.mkdir(exist_ok=True)
            head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{name}</title>'
            file.write_text(head + stamper.stamp(body, "../" * (place.count("/") + 1))[0], encoding="utf-8")
    (site / "claims" / "claims.json").write_text(made["claims/claims.json"], encoding="utf-8")
    click.echo(f"{filled} pages stamped, {failed} markers without a target.", err=True)
    sys.exit(1 if failed else 0)
