"""Equivalents: variants that no check has to notice, each with the reason why it is not wrong."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from refutable.form import Form
from refutable.problem import Problem, did_you_mean
from refutable.strict_yaml import Node, load
from refutable.variants import Variant

FILE = "equivalents.yaml"


@dataclass(frozen=True)
class Equivalent:
    subject: str
    change: str
    reason: str
    line: int


@dataclass(frozen=True)
class Fate:
    """What became of a variant: the claims tried on it and the one that killed it; some cannot be tried here."""

    variant: Variant
    tried: tuple[str, ...]
    killer: str = ""
    untried: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, str]:
        return self.variant.subject, self.variant.change


def read_equivalents(text: str) -> tuple[list[Equivalent], list[Problem]]:
    """A list of reasons, each with a subject and its changes; an absent file lists nothing."""
    if not any(line.strip() and not line.startswith("#") for line in text.splitlines()):
        return [], []
    node, problems = load(text, FILE)
    form = Form(FILE, problems)
    found: list[Equivalent] = []
    for item in form.items(node, "the file"):
        found += _entries(form, item)
    return found, form.problems


def _entries(form: Form, item: Node) -> Iterator[Equivalent]:
    got = form.fields(item, ("subject", "reason", "changes"), (), "an entry")
    subject, reason = form.text(got.get("subject"), "`subject`"), form.text(got.get("reason"), "`reason`")
    for change in form.items(got.get("changes"), "`changes`"):
        if text := form.text(change, "a change"):
            yield Equivalent(subject, text, reason, change.line)


def blind(fates: Iterable[Fate], equivalents: Iterable[Equivalent]) -> list[Fate]:
    """The survivors that nobody has explained, and that nothing could kill that was not tried."""
    explained = {(e.subject, e.change) for e in equivalents}
    return [fate for fate in fates if not (fate.killer or fate.untried) and fate.tried and fate.key not in explained]


def problems_of(fates: Iterable[Fate], equivalents: Iterable[Equivalent], subjects: Mapping[str, str]
                ) -> Iterator[Problem]:
    """Subjects that no claim uses, and explanations that nothing needs; `subjects` are paths by name."""
    fate_of = {fate.key: fate for fate in fates}
    judged = {subject for subject, _ in fate_of}
    for subject in sorted({f.key[0] for f in fate_of.values() if not (f.tried or f.untried)}):
        yield Problem(subjects[subject], 1, "no claim uses this", "write a claim about it, or remove it")
    seen: set[tuple[str, str]] = set()
    for e in equivalents:
        made, key = [change for subject, change in fate_of if subject == e.subject], (e.subject, e.change)
        if e.subject not in subjects:
            todo = did_you_mean(e.subject, subjects, "remove the entry")
            yield Problem(FILE, e.line, f"there is no subject `{e.subject}`", todo)
        elif key in seen:
            yield Problem(FILE, e.line, f"`{e.change}` is listed twice", "keep one of them")
        elif e.subject in judged and key not in fate_of:
            todo = did_you_mean(e.change, made, "remove the entry")
            yield Problem(FILE, e.line, f"no variant of {e.subject} is `{e.change}`", todo)
        elif key in fate_of and fate_of[key].killer:
            yield Problem(FILE, e.line, f"`{fate_of[key].killer}` notices `{e.change}`", "remove the entry")
        seen.add(key)
