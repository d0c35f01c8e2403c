"""`refutable new`: a pair of files to start from."""

import re
import sys

import click

from refutable.commands import example, find_root
from refutable.library import NOT_TOPICS, read_corpus

_RECORD = '''statement: >
  One sentence that is true, and that a reader could say aloud.
evidence: derived  # derived | measured | shipped | reported
sources:
  - {source: SOURCE, locator: "section 1, equation (1)", relation: supports}
caveats:
  - Where the sentence stops being true.
'''
_CHECK = '''"""What the check does, in one sentence."""

import numpy as np

from refutable import close, mutant


def check(SUBJECT):
    x = np.random.default_rng(0).normal(2.0, 3.0, size=(3, 16))
    close("what is compared", SUBJECT(x), x, atol=1e-12)


@mutant("SUBJECT")
def wrong(x):
    """What is wrong with this version, in one sentence."""
    return x


@mutant("SUBJECT")
def wrong_in_another_way(x):
    """What is wrong with this one."""
    return 2 * x
'''


@example("refutable new rms-norm/rms-norm-flips-sign-with-its-input")
@click.command()
@click.argument("topic_and_id", metavar="TOPIC/ID")
def new(topic_and_id: str) -> None:
    """Write claims/TOPIC/ID.yaml and claims/TOPIC/ID.py to start from; nothing is overwritten.

    Exit code 0 if both were written, 2 if the name is no good or taken.
    """
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*/[a-z0-9]+(-[a-z0-9]+)*", topic_and_id):
        raise click.UsageError(f"`{topic_and_id}` is not topic/id; use lower-case words joined by hyphens")
    topic = topic_and_id.split("/")[0]
    if topic in NOT_TOPICS:
        raise click.UsageError(f"claims/{topic}/ holds no claims; choose a topic")
    root = find_root()
    corpus = read_corpus(root)
    id = topic_and_id.split("/")[1]
    if id in corpus.entries:
        raise click.UsageError(f"the id is taken by {corpus.entries[id].record_path}; choose another")
    stem = root / "claims" / topic_and_id
    stem.parent.mkdir(exist_ok=True)
    for suffix, text in ((".yaml", _RECORD), (".py", _CHECK)):
        stem.with_suffix(suffix).write_text(text, encoding="utf-8")
        click.echo(f"claims/{topic_and_id}{suffix}")
    click.echo("Put a name from claims/reference/ or claims/instruments/ for SUBJECT, one from sources/ for SOURCE, "
               f"and fill in the rest; then run: refutable check {id}; refutable lint", err=True)
    sys.exit(0)
