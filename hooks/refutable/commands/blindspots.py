"""`refutable blindspots`: wrong versions of the references that no claim notices."""

import sys
from collections.abc import Collection

import click

from refutable.blindspots import run, search
from refutable.commands import example, find_root, plural
from refutable.equivalents import FILE, Fate, blind, problems_of, read_equivalents
from refutable.examine import examine
from refutable.library import Corpus, Unreadable
from refutable.problem import Problem, did_you_mean
from refutable.progress import Bar


@example("refutable blindspots layer_norm rms_norm")
@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--all", "every", is_flag=True, help="Show every variant, with the claim that notices it.")
def blindspots(names: tuple[str, ...], every: bool) -> None:
    """Edit the references and instruments NAME, or all, in every small way, and see whether some claim notices.

    A variant that no claim notices is a blind spot: strengthen a check, or give the reason why it is not wrong in
    equivalents.yaml. A reason that is needed no longer is an error.

    Exit code 0 if every variant is noticed or has a reason, 1 if not, 2 if the knowledge base cannot be read.
    """
    root = find_root()
    examined = examine(root, Bar())
    corpus, file = examined.corpus, root / FILE
    equivalents, problems = read_equivalents(file.read_text(encoding="utf-8") if file.exists() else "")
    if problems:
        raise Unreadable(str(problems[0]))
    rulings = {id: judgement.verdict.ruling for id, judgement in examined.judgements.items()}
    looking = search(corpus, rulings, [_known(corpus, name) for name in names] or list(corpus.subjects))
    tried = run(looking, root)
    fates = [looking.fate(variant) for variant in looking.variants]
    spots, found = blind(fates, equivalents), list(problems_of(fates, equivalents, corpus.subjects))
    for fate in fates if every else spots:
        _show(corpus, fate, {(e.subject, e.change) for e in equivalents})
    for problem in found:
        click.echo(str(problem))
    killed = sum(bool(fate.killer) for fate in fates)
    click.echo(f"{plural(len(fates), 'variant')}: {killed} noticed, {len(fates) - killed - len(spots)} explained, "
               f"{plural(len(spots), 'blind spot')}. {plural(tried, 'trial')} now.")
    sys.exit(1 if spots or found else 0)


def _known(corpus: Corpus, name: str) -> str:
    """A subject, given as such or as the path of its file."""
    stem = name.removesuffix(".py").rsplit("/", 1)[-1]
    if stem in corpus.subjects:
        return stem
    raise click.UsageError(f"unknown subject `{name}`; {did_you_mean(stem, corpus.subjects, 'see claims/reference/')}")


def _show(corpus: Corpus, fate: Fate, explained: Collection[tuple[str, str]]) -> None:
    variant, path = fate.variant, corpus.subjects[fate.variant.subject]
    some = ", ".join(fate.tried[:3]) + (f" or {len(fate.tried) - 3} more" if len(fate.tried) > 3 else "")
    if fate.killer:
        click.echo(f"{path}:{variant.line}: noticed by {fate.killer}")
    elif fate.key in explained:
        click.echo(f"{path}:{variant.line}: explained in {FILE}")
    elif fate.untried:
        click.echo(f"{path}:{variant.line}: not noticed here, where {', '.join(fate.untried)} cannot run")
    else:
        todo = f"strengthen a check ({some}), or give the reason in {FILE}"
        click.echo(str(Problem(path, variant.line, "no claim notices this", todo)))
    click.echo(f"  - {variant.before}\n  + {variant.after}{f'  ({variant.nth})' if variant.nth > 1 else ''}")
