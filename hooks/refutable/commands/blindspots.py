"""`refutable blindspots`: wrong versions of the references that no claim notices."""

import sys
from collections.abc import Collection, Sequence

import click

from refutable.blindspots import run, search
from refutable.commands import example, find_root, plural
from refutable.equivalents import FILE, Fate, blind, problems_of, read_equivalents
from refutable.judge import judge
from refutable.library import Corpus, Unreadable, read_corpus
from refutable.problem import Problem, did_you_mean
from refutable.progress import Bar


@example("refutable blindspots layer_norm rms_norm")
@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--all", "every", is_flag=True, help="Show every variant, with the claim that notices it.")
def blindspots(names: tuple[str, ...], every: bool) -> None:
    """Edit the references and instruments NAME, or all, in every small way, and see whether some claim notices.

    A variant that no claim notices is a blind spot: strengthen a check, or give the reason why it is not wrong in
    equivalents.yaml. A reason that is needed no longer is an error. Subjects that only claims with requirements use
    drive somebody else's software, and are left alone unless they are named.

    Exit code 0 if every variant is noticed or has a reason, 1 if not, 2 if the knowledge base cannot be read.
    """
    root = find_root()
    corpus, file = read_corpus(root), root / FILE
    equivalents, problems = read_equivalents(file.read_text(encoding="utf-8") if file.exists() else "")
    if problems:
        raise Unreadable(str(problems[0]))
    rulings = {id: judgement.verdict.ruling for id, judgement in judge(corpus, Bar()).items()}
    looking = search(corpus, rulings, [_known(corpus, name) for name in names])
    tried = run(looking, root)
    fates = [looking.fate(variant) for variant in looking.variants]
    spots, found = blind(fates, equivalents), list(problems_of(fates, equivalents, corpus.subjects))
    for fate in fates if every else spots:
        _show(corpus, fate, {(e.subject, e.change) for e in equivalents})
    for problem in found:
        click.echo(str(problem))
    _count(fates, len(spots), tried)
    sys.exit(1 if spots or found else 0)


def _count(fates: list[Fate], spots: int, tried: int) -> None:
    killed = sum(bool(fate.killer) for fate in fates)
    unused = sum(not (fate.tried or fate.untried) for fate in fates)
    elsewhere = sum(bool(fate.untried) and not fate.killer for fate in fates)
    explained = len(fates) - killed - unused - elsewhere - spots
    parts = [f"{killed} noticed", f"{explained} explained", f"{elsewhere} not tried" if elsewhere else "",
             f"{unused} of subjects that no check uses" if unused else "", plural(spots, "blind spot")]
    click.echo(f"{plural(len(fates), 'variant')}: {', '.join(filter(None, parts))}. {plural(tried, 'trial')} now.")


def _known(corpus: Corpus, name: str) -> str:
    """A subject, given as such or as the path of its file."""
    stem = name.removesuffix(".py").rsplit("/", 1)[-1]
    if stem in corpus.subjects:
        return stem
    raise click.UsageError(f"unknown subject `{name}`; {did_you_mean(stem, corpus.subjects, 'see claims/reference/')}")


def _show(corpus: Corpus, fate: Fate, explained: Collection[tuple[str, str]]) -> None:
    variant, path = fate.variant, corpus.subjects[fate.variant.subject]
    if fate.killer:
        click.echo(f"{path}:{variant.line}: noticed by {fate.killer}")
    elif fate.key in explained:
        click.echo(f"{path}:{variant.line}: explained in {FILE}")
    elif fate.untried:
        click.echo(f"{path}:{variant.line}: not noticed, but not tried with {_some(fate.untried)}")
    else:
        todo = f"strengthen a check ({_some(fate.tried)}), or give the reason in {FILE}"
        click.echo(str(Problem(path, variant.line, "no claim notices this", todo)))
    click.echo(f"  - {variant.before}\n  + {variant.after}{f'  ({variant.nth})' if variant.nth > 1 else ''}")


def _some(ids: Sequence[str]) -> str:
    return ", ".join(ids[:3]) + (f" or {len(ids) - 3} more" if len(ids) > 3 else "")
