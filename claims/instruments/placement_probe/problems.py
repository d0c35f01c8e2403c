"""What may keep a model or a block from being measured, and how it is said."""

import re


class Unbuilt(Exception):
    """A model that cannot be built or run here; the message says why."""


class Undecided(Exception):
    """A test that cannot be made; the message says why."""


def said(error):
    text = re.sub(r" from '/[^']*'", "", " ".join(str(error).split()))  # where this machine keeps its modules
    return f"{type(error).__name__}: {text[:140]}" if text else type(error).__name__
