"""`refutable check`: judge claims and say what came out."""

import json
import sys

import click

from refutable.assessment import Assessment, ran_and_held
from refutable.commands import COLOURS, example, find_root, known
from refutable.examine import Examined, examine
from refutable.library import read_corpus
from refutable.page import counts
from refutable.progress import Bar


@example("refutable check layer-norm-ignores-scale\nrefutable check --json > claims.json")
@click.command()
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--json", "as_json", is_flag=True, help="Print a list for programs.")
@click.option("--again", is_flag=True, help="Judge anew what is remembered, too.")
@click.option("--quiet", "-q", is_flag=True, help="Name only the claims with which something is wrong.")
def check(ids: tuple[str, ...], as_json: bool, again: bool, quiet: bool) -> None:
    """Judge the claims ID, or all of them.

    Exit code 0 if all that ran hold, 1 if some do not, 2 if the knowledge base cannot be read. A claim whose
    requirements are not installed is skipped, and does not fail the command.
    """
    root = find_root()
    named = [known(read_corpus(root), id) for id in ids] if ids else None
    examined = examine(root, Bar(), named, again=again)
    shown = [examined.assessments[id] for id in (dict.fromkeys(named) if named else examined.assessments)]
    if as_json:
        click.echo(json.dumps([a.plain() for a in shown], indent=1))
    else:
        _print(shown, examined, quiet, detailed=bool(named))
    sys.exit(0 if all(ran_and_held(a) for a in shown) else 1)


def _print(shown: list[Assessment], examined: Examined, quiet: bool, detailed: bool) -> None:
    for a in shown:
        if quiet and ran_and_held(a):
            continue
        word = click.style(f"{a.status.value:>9}", fg=COLOURS[a.status])
        tail = "" if ran_and_held(a) and not detailed and a.reason == a.verdict.reason and a.verdict.trials else \
            f": {a.reason}"
        click.echo(f"{word}  {a.id}{tail}")
        if detailed:
            _detail(a)
    ran = sum(j.ran for j in examined.judgements.values())
    click.echo(f"{counts(shown)} {ran} judged now, {len(examined.judgements) - ran} not.")


def _detail(a: Assessment) -> None:
    for trial in a.verdict.trials:
        click.echo(f"           {trial.label}: {trial.end.value}{': ' if trial.detail else ''}{trial.detail}")
    for m in a.verdict.measurements:
        margin = "" if m.margin is None else f" (margin {m.margin:.0%})"
        click.echo(f"           measured {m.sentence()}{margin}")
    for c in a.verdict.counterexamples:
        click.echo(f"           counterexample to {c.mutant}: {c.given}; believed {c.believed}; true {c.true}")
    for problem in a.problems:
        click.echo(f"           {problem}")
