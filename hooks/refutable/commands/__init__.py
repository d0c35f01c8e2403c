"""One file a command. What they share: where the knowledge base is, and how to name a claim in it."""

from collections.abc import Callable
from inspect import cleandoc
from pathlib import Path
from typing import Any

import click

from refutable.library import Corpus, Unreadable
from refutable.problem import did_you_mean
from refutable.status import Status

COLOURS = {Status.VERIFIED: "green", Status.AI_READ: "green", Status.CHECKED: "green", Status.UNCHECKED: "yellow",
           Status.UNPROVEN: "magenta", Status.REFUTED: "red"}


def find_root() -> Path:
    """The nearest folder, from the current one up, that holds `claims/`."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "claims").is_dir():
            return folder
    raise Unreadable("there is no folder claims/ here or above; run this in a knowledge base")


def known(corpus: Corpus, id: str) -> str:
    """The id, given as such, as `topic/id` or as the path of one of its files; a usage error with advice if unknown."""
    stem = Path(id).stem if id.endswith((".yaml", ".py", ".json")) else id.rsplit("/", 1)[-1]
    if stem in corpus.entries:
        return stem
    raise click.UsageError(f"unknown claim `{id}`; {did_you_mean(stem, corpus.entries, 'see `refutable check`')}")


def read_page(path: Path) -> str:
    """An HTML file as text; raises Unreadable."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(f"{path}:1: byte {error.start} is not UTF-8; let the generator write UTF-8") from error


def plural(count: int, word: str) -> str:
    """ "no problems", "1 problem", "2 problems"."""
    return f"{count or 'no'} {word}{'' if count == 1 else 's'}"


def example(text: str) -> Callable[[Any], Any]:
    """Give a command's help an example at its end, kept as it is written."""
    def add(command: click.Command) -> click.Command:
        lines = "\n".join(f"  $ {line}" for line in text.strip().splitlines())
        command.help = f"{cleandoc(command.help or '')}\n\n\b\nExample:\n{lines}"
        return command
    return add
