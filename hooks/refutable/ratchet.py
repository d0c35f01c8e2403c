"""The ratchet: what each page may leave without support at most. It is tightened by command, and loosened by hand."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from refutable.coverage import PageCoverage, share
from refutable.form import Form
from refutable.problem import Problem, did_you_mean
from refutable.strict_yaml import Node, load

FILE = "coverage.yaml"
LEAST_PAGE, LEAST_TOTAL = 0.70, 0.85
_HEAD = """\
# What each page may leave at most: `uncovered`, assertive sentences that rest on neither a claim nor a source, and
# `remarks`, sentences that their author set aside with <!-- prose -->.
# `refutable coverage --tighten` lowers numbers, adds new pages and drops those that are gone; it never raises a number.
# Whoever has to raise one does it here, by hand, and says why in the commit.
"""


@dataclass(frozen=True)
class Allowed:
    uncovered: int
    remarks: int
    line: int = 1


def read_ratchet(text: str) -> tuple[dict[str, Allowed], list[Problem]]:
    """The entries by page; an empty or absent file has none."""
    if not any(line.strip() and not line.startswith("#") for line in text.splitlines()):
        return {}, []
    node, problems = load(text, FILE)
    form = Form(FILE, problems)
    if node is None or not isinstance(node.value, dict):
        if node is not None:
            form.add(1, "this is no mapping of pages", "write `page.md: {uncovered: 0, remarks: 0}`")
        return {}, form.problems
    found = {page: _allowed(form, page, entry) for page, entry in node.value.items()}
    return {page: allowed for page, allowed in found.items() if allowed}, form.problems


def _allowed(form: Form, page: str, node: Node) -> Allowed | None:
    got = form.fields(node, ("uncovered", "remarks"), (), f"the entry of {page}")
    counts = []
    for key, value in got.items():
        if isinstance(value.value, int) and not isinstance(value.value, bool) and value.value >= 0:
            counts.append(value.value)
        else:
            form.add(value.line, f"`{key}` of {page} is {value.kind}", "write a whole number from 0 on")
    return Allowed(got["uncovered"].value, got["remarks"].value, node.line) if len(counts) == 2 else None  # type: ignore


def problems_of(page: PageCoverage, allowed: Allowed | None) -> Iterator[Problem]:
    """Why a page fails: worse than its entry, or below the least share."""
    path = f"docs/{page.path}"
    if share([page]) < LEAST_PAGE:
        yield Problem(path, 1, f"{share([page]):.0%} of its assertive sentences rest on a claim or a source, "
                      f"{LEAST_PAGE:.0%} have to", f"see `refutable coverage --list {path}`")
    if allowed is None:
        yield Problem(path, 1, f"{FILE} does not have this page", "run `refutable coverage --tighten`")
        return
    if page.uncovered > allowed.uncovered:
        yield Problem(path, 1, f"{page.uncovered} assertive sentences rest on nothing, {FILE} allows "
                      f"{allowed.uncovered}", f"support or cut what `refutable coverage --list {path}` names")
    if page.remarks > allowed.remarks:
        yield Problem(path, 1, f"{page.remarks} sentences are set aside by hand, {FILE} allows {allowed.remarks}",
                      "support them, or raise the number by hand and say why in the commit")


def problems_of_all(pages: Iterable[PageCoverage], ratchet: Mapping[str, Allowed]) -> Iterator[Problem]:
    """Why the whole fails, its pages included."""
    pages = list(pages)
    for page in pages:
        yield from problems_of(page, ratchet.get(page.path))
    known = [page.path for page in pages]
    for path, allowed in ratchet.items():
        if path not in known:
            yield Problem(FILE, allowed.line, f"there is no page docs/{path}",
                          did_you_mean(path, known, "run `refutable coverage --tighten`"))
    if share(pages) < LEAST_TOTAL:
        yield Problem(FILE, 1, f"{share(pages):.0%} of all assertive sentences rest on a claim or a source, "
                      f"{LEAST_TOTAL:.0%} have to", "see `refutable coverage --list`")


def tightened(pages: Iterable[PageCoverage], ratchet: Mapping[str, Allowed]) -> str:
    """The file with every number lowered that can be, new pages added and old ones dropped."""
    lines = []
    for page in pages:
        before = ratchet.get(page.path, Allowed(page.uncovered, page.remarks))
        lines.append(f"{page.path}: {{uncovered: {min(before.uncovered, page.uncovered)}, "
                     f"remarks: {min(before.remarks, page.remarks)}}}\n")
    return _HEAD + "".join(lines)
