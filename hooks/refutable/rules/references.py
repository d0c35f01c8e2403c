"""Rules about references and instruments."""

import ast
from collections.abc import Iterator
from functools import cache

from refutable.check import imported
from refutable.library import Corpus
from refutable.problem import Problem
from refutable.subject import read_subject


def _files(corpus: Corpus) -> Iterator[tuple[str, str, ast.Module | None]]:
    for name, path in corpus.subjects.items():
        yield name, path, _parsed(corpus.text(path))


@cache  # every rule asks
def _parsed(text: str) -> ast.Module | None:
    try:
        return ast.parse(text)
    except SyntaxError:
        return None


def defines_its_name(corpus: Corpus) -> Iterator[Problem]:
    """A file in reference/ or instruments/ is Python and defines the function it is named after."""
    for name, path, tree in _files(corpus):
        if tree is None:
            yield Problem(path, 1, "this is not Python", "correct the syntax")
        elif read_subject(name, path, corpus.text(path)) is None:
            yield Problem(path, 1, f"there is no function `{name}` here", "the file name is the function's name")


def imports_no_other(corpus: Corpus) -> Iterator[Problem]:
    """A reference imports no other one: a mutant of it could not reach inside."""
    for name, path, tree in _files(corpus):
        inside = {"."} if path.endswith("/__init__.py") else set()  # a subject's own folder
        others = {"claims", ".", *corpus.subjects} - {name} - inside
        for used in imported(tree) if tree else ():
            if used in others:
                yield Problem(path, 1, f"imports `{used}`", "take it as an argument, so that a mutant reaches inside")


def documents_itself(corpus: Corpus) -> Iterator[Problem]:
    """The function has a docstring; what it says is shown beside its formula."""
    for name, path, tree in _files(corpus):
        subject = read_subject(name, path, corpus.text(path)) if tree else None
        if subject and not subject.says:
            yield Problem(path, 1, f"`{name}` has no docstring", "give shapes, errors and the source of the formula")
