"""`refutable use`: use an instrument of the knowledge base by hand."""

import sys

import click

from refutable.commands import example, find_root
from refutable.library import read_corpus
from refutable.use import Unusable, as_json, as_text, prepare


@example("refutable use placement gemma2\nrefutable use placement gemma2 --json")
@click.command()
@click.argument("instrument")
@click.argument("arguments", nargs=-1, metavar="[ARGUMENT]...")
@click.option("--json", "as_json_", is_flag=True, help="Print what the instrument says for programs.")
def use(instrument: str, arguments: tuple[str, ...], as_json_: bool) -> None:
    """Hand the ARGUMENTs to an INSTRUMENT, and print what it says as a table.

    An instrument can be used by hand if the file that defines it also has a function `use`. Its positional parameters
    are the arguments, as text; its keyword-only parameters are references and instruments, handed to it by name as to
    a check. It returns a dictionary, or a list of dictionaries:

    \b
      def use(name, *others, placement, placement_probe):
          ...

    Exit code 0 if it said something, 1 if it failed, 2 on wrong use.
    """
    sys.dont_write_bytecode = True  # the folder of a knowledge base is watched
    try:
        call = prepare(read_corpus(find_root()), instrument, arguments)
    except Unusable as error:
        raise click.UsageError(str(error)) from error
    except ImportError as error:
        raise click.ClickException(f"`{instrument}` needs a package that is not installed: {error}") from error
    try:
        said = call()
    except Exception as error:  # foreign code
        raise click.ClickException(f"`{instrument}` failed: {type(error).__name__}: {error}") from error
    click.echo(as_json(said) if as_json_ else as_text(said))
