"""Authors' sentences as HTML: inline Markdown and TeX, nothing else."""

import re
from functools import cache
from html import escape

import markdown
from markupsafe import Markup


@cache
def inline(text: str) -> Markup:
    """One sentence of a record: code spans, emphasis, links and TeX between $ signs; HTML is shown, not obeyed."""
    if not re.search(r"[`*_\[\\$]", text):  # most sentences; a Markdown parser costs a thousand times as much
        return Markup(escape(text, quote=False))
    html = _parser().reset().convert(text)
    return Markup(html.removeprefix("<p>").removesuffix("</p>"))


@cache
def _parser() -> markdown.Markdown:
    parser = markdown.Markdown(extensions=["pymdownx.arithmatex"],
                               extension_configs={"pymdownx.arithmatex": {"generic": True}})
    parser.preprocessors.deregister("html_block")
    parser.inlinePatterns.deregister("html")
    return parser


def spans(text: str) -> Markup:
    """What the engine says: names between backticks as code, everything else as it is."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False)))


def plain(text: str) -> str:
    """The sentence without its markup, for titles and attributes."""
    return re.sub(r"[`*$]", "", text)
