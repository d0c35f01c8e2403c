"""Equivalents: variants that no check has to notice, and subjects that none has to use, each with the reason."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from refutable.form import Form
from refutable.problem import Problem, did_you_mean
from refutable.strict_yaml import Node, load
from refutable.variants import Variant

FILE = "equivalents.yaml"


@dataclass(frozen=True)
class Equivalent:
    """`change` is empty where the reason holds for every variant of a subject, because no claim's check uses it."""

    subject: str
    change: str
    reason: str
    line: int


@dataclass(frozen=True)
class Fate:
    """What became of a variant: the claims tried on it, the one that noticed it, and those that were not tried."""

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
    found = [e for item in form.items(node, "the file") for e in _entries(form, item)]
    return found, form.problems


def _entries(form: Form, item: Node) -> Iterator[Equivalent]:
    got = form.fields(item, ("subject", "reason"), ("changes",), "an entry")
    subject, reason = form.text(got.get("subject"), "`subject`"), form.text(got.get("reason"), "`reason`")
    if "changes" not in got:
        yield Equivalent(subject, "", reason, item.line)
    for change in form.items(got.get("changes"), "`changes`"):
        if text := form.text(change, "a change"):
            yield Equivalent(subject, text, reason, change.line)


def blind(fates: Iterable[Fate], equivalents: Iterable[Equivalent]) -> list[Fate]:
    """The survivors that nobody has explained, and that nothing could notice that was not tried."""
    explained = {(e.subject, e.change) for e in equivalents}
    return [fate for fate in fates if fate.tried and not (fate.killer or fate.untried or fate.key in explained)]


def problems_of(fates: Iterable[Fate], equivalents: Iterable[Equivalent], subjects: Mapping[str, str]
                ) -> Iterator[Problem]:
    """Subjects that no check uses, and reasons that nothing needs; `subjects` are paths by name."""
    fate_of = {fate.key: fate for fate in fates}
    used = {fate.key[0]: bool(fate.tried or fate.untried) for fate in fate_of.values()}
    excused = {e.subject for e in equivalents if not e.change}
    for subject in sorted(name for name, is_used in used.items() if not is_used and name not in excused):
        todo = f"write a claim about it, or give the reason in {FILE}"
        yield Problem(subjects[subject], 1, "no check that holds uses this, so nothing notices if it is wrong", todo)
    seen: set[tuple[str, str]] = set()
    for e in equivalents:
        for what, todo in _idle(e, fate_of, used, subjects):
            yield Problem(FILE, e.line, what, todo)
        if (e.subject, e.change) in seen:
            yield Problem(FILE, e.line, "this is listed twice", "keep one of them")
        seen.add((e.subject, e.change))


def _idle(e: Equivalent, fate_of: Mapping[tuple[str, str], Fate], used: Mapping[str, bool],
          subjects: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Why an entry is needed no longer; of a subject that was not looked at nothing is known."""
    fate = fate_of.get((e.subject, e.change))
    if e.subject not in subjects:
        yield f"there is no subject `{e.subject}`", did_you_mean(e.subject, subjects, "remove the entry")
    elif e.subject in used and not e.change and used[e.subject]:
        yield f"checks use {e.subject} now", "remove the entry, or name the changes that they need not notice"
    elif e.subject in used and e.change and fate is None:
        made = [change for subject, change in fate_of if subject == e.subject]
        yield f"no variant of {e.subject} is `{e.change}`", did_you_mean(e.change, made, "remove the entry")
    elif fate and fate.killer:
        yield f"`{fate.killer}` notices `{e.change}`", "remove the entry"
