"""`refutable verify`: whether a built site tells the truth."""

import sys
from pathlib import Path

import click

from refutable.commands import example, find_root, plural, read_page
from refutable.examine import examine
from refutable.page import bodies, claim_page, generated_pages
from refutable.pages_citing import pages_citing
from refutable.progress import Bar
from refutable.verify import verify_json, verify_site


@example("refutable verify site/")
@click.command()
@click.argument("site", type=click.Path(exists=True, file_okay=False, path_type=Path))
def verify(site: Path) -> None:
    """Compare the HTML files below SITE with today's verdicts.

    Every marker in docs/ must have its stamp, every stamp must be what it would be if it were made now, and every claim
    must have its page, with today's text, as must the index, the sources and the frameworks. What else stands on a page
    is not compared. Exit code 0 if so, 1 if not, 2 if the knowledge base cannot be read.
    """
    examined = examine(find_root(), Bar())
    files = {path.relative_to(site).as_posix(): read_page(path) for path in site.rglob("*.html")}
    citing, sources = pages_citing(examined.corpus.pages), examined.corpus.sources
    pages = {a.id: claim_page(a, sources, citing.get(a.id, [])) for a in examined.assessments.values()}
    made = generated_pages(list(examined.assessments.values()), sources, examined.said)
    lists = {path: body for path, (_, body) in bodies(made).items()}
    problems, stamps = verify_site(files, examined.corpus.pages, examined.stamper, pages, lists)
    listed = site / "claims/claims.json"
    plain = [a.plain() for a in examined.assessments.values()]
    problems += verify_json(read_page(listed) if listed.is_file() else "", plain)
    for problem in problems:
        click.echo(f"{site.name}/{problem}")
    click.echo(f"{stamps} stamps on {len(files)} pages: {plural(len(problems), 'problem')}.", err=True)
    sys.exit(1 if problems else 0)
