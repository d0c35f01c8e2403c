"""`refutable why`: why a claim will, or will not, be judged anew."""

import click

from refutable.commands import example, find_root, known
from refutable.job import Limits
from refutable.judge import explain
from refutable.library import read_corpus


@example("refutable why layer-norm-ignores-scale")
@click.command()
@click.argument("id")
def why(id: str) -> None:
    """Say why the next run will, or will not, judge the claim ID anew, naming what changed.

    Exit code 0; 2 if there is no such claim.
    """
    corpus = read_corpus(find_root())
    entry = corpus.entries[known(corpus, id)]
    click.echo(f"{entry.id} {explain(corpus, entry, Limits())}")
