"""`refutable use`: use an instrument of the knowledge base by hand."""

import inspect
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from refutable.commands import example, find_root
from refutable.library import Corpus, read_corpus
from refutable.problem import did_you_mean
from refutable.use import as_text


@example("refutable use placement gemma2\nrefutable use placement mymodule:MyBlock --json")
@click.command()
@click.argument("instrument")
@click.argument("arguments", nargs=-1, metavar="[ARGUMENT]...")
@click.option("--json", "as_json", is_flag=True, help="Print what the instrument says for programs.")
def use(instrument: str, arguments: tuple[str, ...], as_json: bool) -> None:
    """Hand the ARGUMENTs to an INSTRUMENT, and print what it says as a table.

    An instrument can be used by hand if the file that defines it also has a function `use`. Its positional parameters
    are the arguments, as text; its keyword-only parameters are references and instruments, handed to it by name as to
    a check. It returns a dictionary, or a list of dictionaries:

    \b
      def use(name, *others, placement, placement_probe):
          ...

    Modules in the current folder can be imported by it, after those that are installed.

    Exit code 0 if it said something, 1 if it failed, 2 on wrong use.
    """
    sys.dont_write_bytecode = True  # the folder of a knowledge base is watched
    sys.path.append(str(Path.cwd()))
    corpus = read_corpus(find_root())
    try:
        said = prepare(corpus, instrument, arguments)()
        text = json.dumps(said, indent=1) if as_json else as_text(said)
    except click.ClickException:
        raise
    except ImportError as error:
        raise click.ClickException(f"`{instrument}` needs a package that is not installed: {error}") from error
    except Exception as error:  # foreign code
        raise click.ClickException(f"`{instrument}` failed: {type(error).__name__}: {error}") from error
    click.echo(text)


def prepare(corpus: Corpus, name: str, arguments: Sequence[str]) -> Callable[[], Any]:
    """The call of the function `use` in the file of an instrument, ready to be made; raises a usage error."""
    from refutable.loading import load_module, load_subject  # imports numpy, which no other command needs

    instruments = [n for n, path in corpus.subjects.items() if path.startswith("claims/instruments/")]
    if name not in instruments:
        todo = did_you_mean(name, instruments, "see claims/instruments/")
        raise click.UsageError(f"unknown instrument `{name}`; {todo}")
    path = corpus.subjects[name]
    function = getattr(load_module(str(corpus.root), path), "use", None)
    if function is None:
        raise click.UsageError(f"{path}: `{name}` serves checks alone; to use it by hand, write `def use(...)` there")
    asked = [p.name for p in inspect.signature(function).parameters.values() if p.kind is p.KEYWORD_ONLY]
    unknown = [n for n in asked if n not in corpus.subjects]
    if unknown:
        todo = did_you_mean(unknown[0], corpus.subjects, "see claims/instruments/")
        raise click.UsageError(f"{path}: `use` asks for the unknown subject `{unknown[0]}`; {todo}")
    subjects = {n: load_subject(str(corpus.root), n, corpus.subjects[n]) for n in asked}
    try:
        inspect.signature(function).bind(*arguments, **subjects)
    except TypeError as error:
        says = " ".join((inspect.getdoc(function) or "").split())
        raise click.UsageError(f"`{name}`: {error}" + (f". {says}" if says else "")) from error
    return lambda: function(*arguments, **subjects)
