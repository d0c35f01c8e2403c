"""`refutable check`: judge claims and say what came out."""

import json
import subprocess
import sys

import click

from refutable.agreement import Agreement, Outcome, totals
from refutable.assessment import Assessment, ran_and_held
from refutable.commands import COLOURS, example, find_root, known
from refutable.examine import Examined, examine
from refutable.implementations import judge_with
from refutable.judge import judge
from refutable.library import Corpus, read_corpus
from refutable.page import counts
from refutable.problem import did_you_mean
from refutable.progress import Bar
from refutable.summary import summary
from refutable.verdict import Ruling


@example("refutable check layer-norm-ignores-scale\nrefutable check --json > claims.json\nrefutable check --summary\n"
         "refutable check --with layer_norm=my_package.norms:layer_norm")
@click.command()
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--json", "as_json", is_flag=True, help="Print a list for programs.")
@click.option("--again", is_flag=True, help="Judge anew what is remembered, too.")
@click.option("--quiet", "-q", is_flag=True, help="Name only the claims with which something is wrong.")
@click.option("--summary", "counted", is_flag=True, help="Count claims, mutants, sources and pages instead.")
@click.option("--with", "addresses", multiple=True, metavar="NAME=MODULE:FUNCTION",
              help="Judge this function in the place of the reference NAME, by all claims about it or by ID.")
def check(ids: tuple[str, ...], as_json: bool, again: bool, quiet: bool, counted: bool, addresses: tuple[str, ...]
          ) -> None:
    """Judge the claims ID, or all of them.

    Exit code 0 if all that ran hold, 1 if some do not, 2 if the knowledge base cannot be read. A claim whose
    requirements are not installed is skipped, and does not fail the command.
    """
    root = find_root()
    corpus = read_corpus(root)
    if addresses:
        named_here = [known(corpus, id) for id in ids]
        sys.exit(_judge_with(corpus, named_here, _stand_ins(corpus, addresses), quiet, as_json))
    named = [known(corpus, id) for id in ids] or None
    examined = examine(root, Bar(), named, again=again)
    shown = [examined.assessments[id] for id in (dict.fromkeys(named) if named else examined.assessments)]
    if as_json:
        click.echo(json.dumps([a.plain() for a in shown], indent=1))
    elif counted:
        click.echo("\n".join(summary(shown, examined.corpus.sources, examined.corpus.pages)))
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
    for problem in examined.disagreements:
        click.echo(str(problem))
    for total in totals(g for a in shown for g in a.agreements):
        counted = ", ".join(f"{count} {word}" for word, count in total.counts.items() if count)
        click.echo(f"{total.name} {total.version or '(not installed)'}: {counted}.")
    ran = sum(j.ran for j in examined.judgements.values())
    click.echo(f"{counts(shown)} {ran} judged now, {len(examined.judgements) - ran} remembered or left out.")


def _detail(a: Assessment) -> None:
    for trial in a.verdict.trials:
        click.echo(f"           {trial.label}: {trial.end.value}{': ' if trial.detail else ''}{trial.detail}")
    for m in a.verdict.measurements:
        margin = "" if m.margin is None else f" (margin {m.margin:.0%})"
        click.echo(f"           measured {m.sentence()}{margin}")
    for c in a.verdict.counterexamples:
        click.echo(f"           counterexample to {c.mutant}: {c.given}; believed {c.believed}; true {c.true}")
    for g in a.agreements:
        click.echo(f"           with {g.framework} {g.version}: {_agreement(g)}")
    for problem in a.problems:
        click.echo(f"           {problem}")


def _agreement(g: Agreement) -> str:
    seen = "" if g.largest is None else f" (largest difference {g.largest:.3g}, computed in {g.dtype})"
    return f"{g.outcome.value}{seen}{': ' if g.detail else ''}{g.detail}"


def _stand_ins(corpus: Corpus, addresses: tuple[str, ...]) -> dict[str, str]:
    found = {}
    for text in addresses:
        name, _, address = text.partition("=")
        module, _, function = address.partition(":")
        if not all(part.isidentifier() for part in (*module.split("."), *function.split("."))):
            raise click.UsageError(f"`{text}` is no address; write NAME=MODULE:FUNCTION, as in layer_norm=my.norms:ln")
        if name not in corpus.subjects:
            raise click.UsageError(f"unknown reference `{name}`; "
                                   f"{did_you_mean(name, corpus.subjects, 'see claims/reference/')}")
        if name in found:
            raise click.UsageError(f"`{name}` is given twice; judge one function at a time")
        asked = subprocess.run([sys.executable, "-c", _ASK, module, function], capture_output=True, text=True)
        if asked.returncode:  # in a process of its own: whatever it imports is none of this one's business
            said = asked.stderr.strip().splitlines() or ["it ended the process"]
            raise click.UsageError(f"`{address}` cannot be called: {said[-1]}; the current folder is searched, too")
        found[name] = address
    return found


_ASK = """import functools, importlib, sys
found = functools.reduce(getattr, sys.argv[2].split("."), importlib.import_module(sys.argv[1]))
sys.exit(None if callable(found) else "it is no function")"""


def _judge_with(corpus: Corpus, ids: list[str], stand_ins: dict[str, str], quiet: bool, as_json: bool) -> int:
    """By the control alone; a claim that does not hold with our references says nothing about others."""
    asking = [id for id, e in corpus.entries.items() if e.check and set(e.check.subjects) & set(stand_ins)]
    for id in ids:
        if id not in asking:
            raise click.UsageError(f"the check of `{id}` asks for none of {', '.join(stand_ins)}")
    if not asking:
        raise click.UsageError(f"no claim asks for {', '.join(stand_ins)}, so there is nothing to judge it by")
    rulings = judge(corpus, Bar(), ids or asking)
    holding = {id: j.verdict for id, j in rulings.items() if j.verdict.ruling is Ruling.HOLDS}
    outcomes = judge_with(corpus, Bar(), holding, stand_ins)
    rows = {id: outcomes.get(id, (Outcome.NOT_RUN, "the claim does not hold with ours", None)) for id in rulings}
    if as_json:
        click.echo(json.dumps([{"id": id, "outcome": outcome.value, "detail": detail, "largest": largest}
                               for id, (outcome, detail, largest) in rows.items()], indent=1))
    for id, (outcome, detail, largest) in rows.items():
        if not as_json and not (quiet and outcome is Outcome.HOLDS):
            seen = "" if largest is None else f" (largest difference from ours {largest:.3g})"
            click.echo(f"{outcome.value:>9}  {id}{seen}{': ' if detail else ''}{detail}")
    held = sum(outcome is Outcome.HOLDS for outcome, _, _ in outcomes.values())
    click.echo(f"{len(rulings)} claims: {held} hold with it, {len(outcomes) - held} do not, "
               f"{len(rulings) - len(outcomes)} say nothing.", err=as_json)
    return 0 if held and held == len(outcomes) else 1
