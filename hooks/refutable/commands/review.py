"""`refutable review`: read one claim, then sign it."""

import datetime
import re
import sys
from pathlib import Path

import click

from refutable.commands import example, find_root, known
from refutable.examine import Examined, examine
from refutable.history import signed_texts
from refutable.library import Entry, read_corpus
from refutable.progress import Bar
from refutable.record import Claim, Reviewer
from refutable.status import Status, part_digests, signature
from refutable.verdict import Ruling


@example("refutable review layer-norm-ignores-scale --by 'Ada Lovelace' --kind human")
@click.command()
@click.argument("id")
@click.option("--by", help="Who signs. Without it the claim is shown and nothing is signed.")
@click.option("--kind", type=click.Choice([kind.value for kind in Reviewer]), help="ai or human.")
@click.option("--note", default="", help="What was read, or what remains doubtful.")
def review(id: str, by: str | None, kind: str | None, note: str) -> None:
    """Show the claim ID, what changed since it was last signed, and sign a reading of it.

    A human review is confirmed at a terminal; an AI review is labelled as one. There is no way to sign several at once.
    Exit code 0 if shown or signed, 1 if it does not hold and so cannot be signed, 2 on wrong use.
    """
    root = find_root()
    id = known(read_corpus(root), id)
    examined = examine(root, Bar(), [id])
    entry = examined.corpus.entries[id]
    if entry.claim is None:
        click.echo("\n".join(str(problem) for problem in entry.problems))
        sys.exit(1)
    _show(root, examined, entry, entry.claim)
    if by is None:
        return
    if not by.strip() or not (by + note).isprintable():
        raise click.UsageError("say with --by who signs, and use plain text")
    if kind is None:
        raise click.UsageError("say with --kind whether a human or an ai signs")
    a = examined.assessments[id]
    if a.verdict.ruling is not Ruling.HOLDS or a.status is Status.UNPROVEN:
        click.echo(f"It is {a.status.value}, so there is nothing to sign ({a.reason}); a review raises what holds and "
                   "rescues nothing.")
        sys.exit(1)
    if kind == "human":
        if not sys.stdin.isatty():
            raise click.UsageError("a human review is signed at a terminal")
        click.confirm("Have you read statement, caveats, sources at their locators, and check?", abort=True)
    _sign(root / entry.record_path, examined, entry, entry.claim, by, kind, note)
    click.echo(f"signed in {entry.record_path}")


def _show(root: Path, examined: Examined, entry: Entry, claim: Claim) -> None:
    a = examined.assessments[entry.id]
    click.echo(f"{entry.id} ({claim.topic}, {claim.evidence.value}): {a.words}\n  {claim.statement}")
    for caveat in claim.caveats:
        click.echo(f"  caveat: {caveat}")
    for c in claim.citations:
        work = examined.corpus.sources.get(c.source)
        seen = f"{work.title} (seen: {work.seen.value})" if work else "no such source"
        click.echo(f"  {c.relation.value}: {c.source}, {c.locator} - {seen}")
    click.echo(f"  check ({entry.check_path}): {a.verdict.ruling.value}, {a.verdict.reason}")
    if a.standing.review is None:
        click.echo("  never reviewed")
    elif a.standing.current:
        click.echo(f"  review current: {a.standing.review.by} on {a.standing.review.date}")
    else:
        click.echo(f"  changed since {a.standing.review.by} signed on {a.standing.review.date}: "
                   f"{', '.join(a.standing.changed)}")
        for line in signed_texts(root, entry, a.standing):
            click.echo(f"    {line}")


def _sign(record: Path, examined: Examined, entry: Entry, claim: Claim, by: str, kind: str, note: str) -> None:
    digest = signature(part_digests(claim, entry.check_text, examined.corpus.sources))
    text = re.sub(r"(?ms)^review:.*?(?=^\S|\Z)", "", record.read_text(encoding="utf-8")).rstrip("\n")
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    lines = [f"  by: {_quoted(by)}", f"  kind: {kind}", f"  date: {today}", f"  digest: {digest}"]
    if note:
        lines.append(f"  note: {_quoted(note)}")
    record.write_text("\n".join([text, "review:", *lines]) + "\n", encoding="utf-8")


def _quoted(text: str) -> str:
    escaped = " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
