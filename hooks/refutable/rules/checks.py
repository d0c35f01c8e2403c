"""Rules about check files, as far as they can be seen without running them."""

import ast
import sys
from collections.abc import Iterator
from functools import cache

from refutable.check import DRAWN, Check
from refutable.library import Corpus, Entry
from refutable.problem import Problem, did_you_mean

# What a check may import without naming it in `requires`: installed with the engine, or harmless parts of Python.
_ALWAYS = {"refutable", "numpy", "math", "itertools", "functools", "collections", "fractions", "decimal", "statistics",
           "inspect", "json", "re", "string", "typing", "dataclasses", "random", "ast", "textwrap", "operator",
           "warnings"}


def _checks(corpus: Corpus) -> Iterator[tuple[Entry, Check]]:
    for entry in corpus.entries.values():
        if entry.check:
            yield entry, entry.check


def asks_for_known_subjects(corpus: Corpus) -> Iterator[Problem]:
    """Every parameter of `check` is a reference, an instrument, or a recording that lies beside it."""
    for entry, check in _checks(corpus):
        if not check.subjects:
            yield Problem(check.path, 1, "`check` asks for no subject, so nothing is checked",
                          "name a reference as its parameter")
        for name in check.subjects:
            if name == "recording" and not entry.recording_path:
                todo = f"record it beside the check, as {entry.id}.json"
                yield Problem(check.path, 1, "asks for a recording, and there is none", todo)
            elif name != "recording" and name not in corpus.subjects:
                todo = did_you_mean(name, corpus.subjects, f"write claims/reference/{name}.py")
                yield Problem(check.path, 1, f"asks for the unknown subject `{name}`", todo)


def makes_its_recording(corpus: Corpus) -> Iterator[Problem]:
    """A recording can be made again by the experiment in its check file."""
    for _, check in _checks(corpus):
        if "recording" in check.subjects and check.experiment is None:
            yield Problem(check.path, 1, "nothing says how its recording was made",
                          "write the function that makes a run, marked @experiment(...)")


def has_mutants(corpus: Corpus) -> Iterator[Problem]:
    """A check has at least two mutants."""
    for _, check in _checks(corpus):
        if len(check.mutants) < 2:
            count = "no mutant" if not check.mutants else "only one mutant"
            yield Problem(check.path, 1, f"has {count}", "write wrong versions that somebody would really write")


def mutants_have_flaws(corpus: Corpus) -> Iterator[Problem]:
    """A mutant's docstring says what is wrong with it."""
    for _, check in _checks(corpus):
        for mutant in check.mutants:
            if not mutant.flaw:
                yield Problem(check.path, mutant.line, f"mutant `{mutant.name}` has no docstring",
                              "say in one sentence what is wrong with it")


def mutants_replace_subjects(corpus: Corpus) -> Iterator[Problem]:
    """A mutant replaces something that the check asks for."""
    for _, check in _checks(corpus):
        for mutant in check.mutants:
            if mutant.subject not in check.subjects:
                yield Problem(check.path, mutant.line,
                              f"mutant `{mutant.name}` replaces `{mutant.subject}`, which `check` does not ask for",
                              did_you_mean(mutant.subject, check.subjects, "make it a parameter of `check`"))


def mutants_have_own_names(corpus: Corpus) -> Iterator[Problem]:
    """No two mutants of a check share a name; Python would keep the last alone."""
    for _, check in _checks(corpus):
        seen: set[str] = set()
        for mutant in check.mutants:
            if mutant.name in seen:
                yield Problem(check.path, mutant.line, f"a second mutant is called `{mutant.name}`", "rename one")
            seen.add(mutant.name)


def imports_little(corpus: Corpus) -> Iterator[Problem]:
    """A check imports neither a reference nor a neighbour: what it judges is handed to it."""
    for _, check in _checks(corpus):
        for name in check.imports:
            if name in (".", "claims") or name in corpus.subjects:
                yield Problem(check.path, 1, f"imports `{name}` from the knowledge base",
                              "ask for it by a parameter of `check`")


def requires_what_it_imports(corpus: Corpus) -> Iterator[Problem]:
    """What a check imports besides NumPy is named in its record's `requires`; what touches the world is left out."""
    for entry, check in _checks(corpus):
        if entry.claim is None:
            continue
        fine = {*_ALWAYS, *entry.claim.requires, *corpus.subjects, ".", "claims"}
        for name in (name for name in check.imports if name not in fine):
            if name in sys.stdlib_module_names:
                yield Problem(check.path, 1, f"imports `{name}`, which touches the world outside the check",
                              "leave it out: a check works on what it is handed")
            else:
                yield Problem(check.path, 1, f"imports `{name}`, which the record does not require",
                              f"add `requires: [{name}]` to {entry.record_path}")


def draws_from_a_seed(corpus: Corpus) -> Iterator[Problem]:
    """A generator without a seed gives every run other inputs, and a verdict that nobody can reach again."""
    for entry, check in _checks(corpus):
        for line, name in _unseeded(entry.check_text):
            yield Problem(check.path, line, f"`{name}()` has no seed", f"write {name}(0)")


@cache
def _unseeded(text: str) -> tuple[tuple[int, str], ...]:
    """Lines and names of generators of random numbers that are made without a seed."""
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call) and not node.args + node.keywords]
    named = [(call.lineno, getattr(call.func, "attr", getattr(call.func, "id", ""))) for call in calls]
    return tuple((line, name) for line, name in named if name in ("default_rng", "RandomState", "Random"))


def embodies_the_belief(corpus: Corpus) -> Iterator[Problem]:
    """A mutant that is marked as the belief belongs to a record that quotes it."""
    for entry, check in _checks(corpus):
        for mutant in check.mutants:
            if mutant.belief and entry.claim and not entry.claim.misconception:
                what = f"mutant `{mutant.name}` is marked as a belief that nobody quotes"
                yield Problem(check.path, mutant.line, what, f"add `misconception:` to {entry.record_path}")


def observes_known_things(corpus: Corpus) -> Iterator[Problem]:
    """`observe` asks for drawn inputs and known subjects, and for at least one of the former."""
    for _, check in _checks(corpus):
        for name in check.observed:
            if name not in DRAWN and name not in corpus.subjects:
                todo = did_you_mean(name, [*DRAWN, *corpus.subjects], f"inputs are {', '.join(DRAWN)}")
                yield Problem(check.path, 1, f"`observe` asks for the unknown `{name}`", todo)
        if check.observed and not set(check.observed) & set(DRAWN):
            yield Problem(check.path, 1, "`observe` asks for no input to search", f"add one of {', '.join(DRAWN)}")
