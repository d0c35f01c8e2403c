"""Source: a work that claims cite, in CSL field names."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from refutable.form import Form
from refutable.problem import Problem
from refutable.strict_yaml import Node, load


class Seen(StrEnum):
    """How much of the work somebody here has read."""

    FULL_TEXT = "full text"
    SECTIONS = "sections"
    ABSTRACT = "abstract"
    CODE = "code"
    SECOND_HAND = "second-hand"
    LISTING = "listing"


class WorkType(StrEnum):
    """The CSL types in use."""

    ARTICLE = "article"
    JOURNAL = "article-journal"
    CONFERENCE = "paper-conference"
    WEBPAGE = "webpage"
    POST = "post-weblog"
    SOFTWARE = "software"
    REPORT = "report"
    BOOK = "book"
    THESIS = "thesis"


@dataclass(frozen=True)
class Source:
    key: str
    path: str
    type: WorkType
    title: str
    authors: tuple[str, ...]  # as printed: "Family, Given"
    issued: str
    supports: str
    seen: Seen
    seen_where: str = ""
    container: str = ""
    publisher: str = ""
    version: str = ""
    url: str = ""
    note: str = ""
    errata: tuple[str, ...] = ()

    @property
    def short(self) -> str:
        """Author and year, as in a text: "Xiong et al. 2020"."""
        names = [author.split(",")[0] for author in self.authors]
        who = names[0] if len(names) == 1 else " and ".join(names) if len(names) == 2 else f"{names[0]} et al."
        return f"{who} {self.issued[:4]}"


_REQUIRED = ("type", "title", "author", "issued", "supports", "seen")
_OPTIONAL = ("seen_where", "container-title", "publisher", "version", "URL", "note", "errata")


@cache  # `serve` reads the same texts again and again
def parse_source(text: str, path: str, key: str) -> tuple[Source | None, tuple[Problem, ...]]:
    """Read one source record; None when something required could not be read."""
    node, problems = load(text, path)
    if node is None:
        return None, tuple(problems)
    form = Form(path, problems)
    got = form.fields(node, _REQUIRED, _OPTIONAL, "a source")
    type_ = form.choice(got.get("type"), WorkType, "type")
    seen = form.choice(got.get("seen"), Seen, "seen")
    texts = {name: form.text(got[name], f"`{name}`") for name in ("title", "supports", *_OPTIONAL[:-1]) if name in got}
    authors = tuple(_author(form, item) for item in form.items(got.get("author"), "`author`"))
    issued = form.year(got.get("issued"), "`issued`")
    errata = form.texts(got.get("errata"), "`errata`")
    if "URL" in texts and not texts["URL"].startswith(("https://", "http://")):
        form.add(got["URL"].line, f"`URL` {texts['URL']} is not an address", "write it with https://")
    if type_ is None or seen is None or not (texts.get("title") and authors and issued and texts.get("supports")):
        return None, tuple(form.problems)
    source = Source(
        key, path, type_, texts["title"], authors, issued, texts["supports"], seen,
        texts.get("seen_where", ""), texts.get("container-title", ""), texts.get("publisher", ""),
        texts.get("version", ""), texts.get("URL", ""), texts.get("note", ""), errata,
    )
    return source, tuple(form.problems)


def _author(form: Form, node: Node) -> str:
    if isinstance(node.value, dict) and "literal" in node.value:
        return form.text(form.fields(node, ("literal",), (), "an author").get("literal"), "`literal`")
    got = form.fields(node, ("family",), ("given",), "an author")
    family, given = form.text(got.get("family"), "`family`"), form.text(got.get("given"), "`given`")
    return f"{family}, {given}" if given else family
