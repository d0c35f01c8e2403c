"""The command line: `refutable COMMAND`."""

import os
import sys

import click

from refutable.commands import (
    blindspots,
    check,
    coverage,
    lint,
    new,
    record,
    replicate,
    review,
    stamp,
    use,
    verify,
    why,
)
from refutable.library import Unreadable


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.pass_context
def refutable(context: click.Context) -> None:
    """Claims that are executed, and have to prove that they can fail.

    Every command works on the knowledge base around the current folder: the nearest folder above that holds claims/.

    Exit codes: 0 all is well, 1 something was found wrong, 2 the command or the knowledge base could not be read.
    Colours are for terminals, and for those where NO_COLOR is not set.
    """
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        context.color = False


for command in (
    new.new, lint.lint, check.check, why.why, coverage.coverage, blindspots.blindspots, record.record,
    replicate.replicate, review.review, use.use, stamp.stamp, verify.verify,
):
    refutable.add_command(command)


def main() -> None:
    """Run a command; a knowledge base that cannot be read is a message, not a traceback."""
    try:
        refutable(prog_name="refutable")
    except Unreadable as error:
        click.echo(f"refutable: {error}", err=True)
        sys.exit(2)


if __name__ == "__main__":
    main()
