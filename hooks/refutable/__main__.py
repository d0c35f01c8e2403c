"""The command line: `refutable COMMAND`."""

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
def refutable() -> None:
    """Claims that are executed, and have to prove that they can fail.

    Every command works on the knowledge base around the current folder: the nearest folder above that holds claims/.

    Exit codes: 0 all is well, 1 something was found wrong, 2 the command or the knowledge base could not be read.
    """


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
