"""`refutable coverage`: which sentences rest on something, and which on nothing."""

import sys
from collections import Counter
from pathlib import Path

import click

from refutable.commands import example, find_root
from refutable.coverage import PageCoverage, Support, share
from refutable.examine import examine
from refutable.library import Unreadable
from refutable.mood import Mood
from refutable.problem import did_you_mean
from refutable.progress import Bar
from refutable.ratchet import FILE, Allowed, problems_of, problems_of_all, read_ratchet, tightened


@example("refutable coverage --list docs/concepts/layer-norm.md\nrefutable coverage --tighten")
@click.command()
@click.argument("pages", nargs=-1, metavar="[PAGE]...")
@click.option("--list", "listed", is_flag=True, help="Name every sentence that rests on nothing.")
@click.option("--all", "every", is_flag=True, help="Name every sentence, with what it rests on or what it does.")
@click.option("--tighten", is_flag=True, help=f"Write what is better now to {FILE}; nothing is loosened.")
def coverage(pages: tuple[str, ...], listed: bool, every: bool, tighten: bool) -> None:
    """Count the sentences of each PAGE, or of all, that rest on a claim that holds, on a cited source, or on neither.

    Headings, questions, instructions, quotations, lead-ins and the apparatus of a page assert nothing and are set
    aside; so is, by hand, what stands before <!-- prose -->, or below a heading that has <!-- prose --> under it.

    Exit code 0 if every page is as good as its entry in coverage.yaml and good enough, 1 if one is not, 2 if the
    knowledge base cannot be read.
    """
    root = find_root()
    covered = list(examine(root, Bar()).coverage.values())
    ratchet = _read(root / FILE)
    if tighten:
        (root / FILE).write_text(tightened(covered, ratchet), encoding="utf-8")
        ratchet = _read(root / FILE)
    shown = _named(covered, pages) if pages else covered
    for page in shown:
        _list(page, listed, every)
    _table(shown)
    problems = list(problems_of_all(covered, ratchet)) if not pages else \
        [problem for page in shown for problem in problems_of(page, ratchet.get(page.path))]
    for problem in problems:
        click.echo(str(problem))
    sys.exit(1 if problems else 0)


def _read(file: Path) -> dict[str, Allowed]:
    ratchet, problems = read_ratchet(file.read_text(encoding="utf-8") if file.exists() else "")
    if problems:
        raise Unreadable(str(problems[0]))
    return ratchet


def _named(covered: list[PageCoverage], names: tuple[str, ...]) -> list[PageCoverage]:
    """Pages given as a path, with or without docs/ and suffix, or by their folder."""
    found: dict[str, PageCoverage] = {}
    for name in names:
        stem = name.removeprefix("docs/").removesuffix(".md").rstrip("/")
        matching = {p.path: p for p in covered if p.path == f"{stem}.md" or p.path.startswith(f"{stem}/")}
        if not matching:
            known = [page.path.removesuffix(".md") for page in covered]
            advice = did_you_mean(stem, known, "see `refutable coverage`")
            raise click.UsageError(f"no page `{name}` is counted; {advice}")
        found |= matching
    return list(found.values())


def _list(page: PageCoverage, listed: bool, every: bool) -> None:
    lines = [(r.sentence, r.support.value, r.why) for r in page.asserted if every or r.support is Support.NOTHING]
    lines += [(sentence, sentence.mood.value, "") for sentence in page.aside if every]
    for sentence, word, why in sorted(lines, key=lambda line: line[0].line) if listed or every else ():
        click.echo(f"docs/{page.path}:{sentence.line}: {f'{word}: ' if every else ''}{sentence.text}"
                   f"{f' ({why})' if why else ''}")


def _table(pages: list[PageCoverage]) -> None:
    click.echo("share  on claims  on sources  unchecked  on nothing  by hand  page")
    for page in pages:
        click.echo(_row([page], page.path))
    if len(pages) > 1:
        click.echo(_row(pages, f"{len(pages)} pages"))
    moods: Counter[Mood] = sum((page.moods for page in pages), Counter())
    aside = ", ".join(f"{moods[mood]} {mood.value}" for mood in Mood if moods[mood])
    click.echo(f"Set aside: {aside or 'nothing'}.")


def _row(pages: list[PageCoverage], name: str) -> str:
    counts: Counter[Support] = sum((page.counts for page in pages), Counter())
    remarks = sum(page.remarks for page in pages)
    return f"{share(pages):5.0%}  {counts[Support.CLAIM]:9}  {counts[Support.SOURCE]:10}  " \
        f"{counts[Support.UNCHECKED]:9}  {counts[Support.NOTHING]:10}  {remarks:7}  {name}"
