"""Pages as a generator makes them: Markdown with the extensions of mkdocs.yml, then stamps."""

import re
from html.parser import HTMLParser
from pathlib import Path

import markdown
import yaml

from refutable.examine import Examined
from refutable.page import bodies, claim_page, generated_pages
from refutable.verify import verify_site

SETTINGS = Path(__file__).parent.parent / "mkdocs.yml"
VOID = {"br", "hr", "img", "input", "link", "meta"}


class Settings(yaml.SafeLoader):
    """Reads mkdocs.yml and lets tags of Python objects pass."""


Settings.add_multi_constructor("tag:yaml.org,2002:python/", lambda *_: None)
Settings.add_multi_constructor("!", lambda *_: None)


def parser() -> markdown.Markdown:
    listed = yaml.load(SETTINGS.read_text(encoding="utf-8"), Settings)["markdown_extensions"]
    extensions = [next(iter(item)) if isinstance(item, dict) else item for item in listed]
    extensions = [name for name in extensions if name != "pymdownx.snippets"]  # it reads more files; none are here
    configs = {name: config or {} for item in listed if isinstance(item, dict) for name, config in item.items()
               if name in extensions}
    return markdown.Markdown(extensions=extensions, extension_configs=configs)


def html_of(text: str) -> str:
    return parser().convert(re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL))


def built(examined: Examined) -> dict[str, str]:
    """The site by path: the pages of docs/ and the generated ones, stamped."""
    every, sources = examined.assessments.values(), examined.corpus.sources
    made = generated_pages(list(every), sources, examined.said)
    written = {**examined.corpus.pages, **{path: text for path, text in made.items() if path.endswith(".md")}}
    pages = {path.removesuffix(".md").removesuffix("index").rstrip("/"): html_of(text)
             for path, text in written.items()}
    pages |= {f"claims/{a.id}": claim_page(a, sources, ()) for a in every}
    site = {}
    for folder, html in pages.items():
        place = f"{folder}/index.html".lstrip("/")
        stamped, unknown = examined.stamper.stamp(html, "../" * place.count("/"))
        assert unknown == [], place
        site[place] = f"<!doctype html>\n<html><body>\n{stamped}\n</body></html>\n"
    return site


def verified(site: dict[str, str], examined: Examined) -> list[str]:
    pages = {a.id: claim_page(a, examined.corpus.sources, ()) for a in examined.assessments.values()}
    made = generated_pages(list(examined.assessments.values()), examined.corpus.sources, examined.said)
    lists = {path: body for path, (_, body) in bodies(made).items()}
    return verify_site(site, examined.corpus.pages, examined.stamper, pages, lists)[0]


class Places(HTMLParser):
    """Where the stamps of a page stand: the path of elements above each, as in `div.admonition > p`."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._path: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if attributes.get("data-stamp"):
            self.found.append(" > ".join(self._path))
        if tag not in VOID:
            kind = (attributes.get("class") or "").split(" ")[0]
            self._path.append(f"{tag}.{kind}" if kind else tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self._path.pop().split(".")[0] == tag  # a stamp never breaks the elements around it
