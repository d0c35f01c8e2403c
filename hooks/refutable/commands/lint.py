"""`refutable lint`: everything that is wrong with the files, without running a check."""

import sys

import click

from refutable import rules
from refutable.commands import example, find_root, plural
from refutable.library import read_corpus


@example("refutable lint")
@click.command()
def lint() -> None:
    """Read everything, run nothing, and report every mistake as `path:line: what; what to do`.

    Exit code 0 if there is none, 1 if there are some, 2 if the knowledge base cannot be read.
    """
    corpus = read_corpus(find_root())
    problems = list(rules.lint(corpus))
    for problem in problems:
        click.echo(str(problem))
    click.echo(f"{len(corpus.entries)} claims, {len(corpus.sources)} sources, {len(corpus.subjects)} subjects, "
               f"{len(corpus.pages)} pages: {plural(len(problems), 'problem')}.", err=True)
    sys.exit(1 if problems else 0)
