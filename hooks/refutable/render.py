"""Templates, and how values look in them."""

import math
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from refutable.prose import inline, spans


@cache
def _environment() -> Environment:
    environment = Environment(loader=PackageLoader("refutable"), autoescape=True, undefined=StrictUndefined,
                              trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=False)
    environment.globals.update(inline=inline, spans=spans, number=number, percent=percent,
                               difference=difference, name=name)
    return environment


def render(template: str, **values: Any) -> str:
    return _environment().get_template(template).render(**values)


@cache
def python(code: str) -> Markup:
    """Python source as the generators' own code blocks look."""
    return Markup(highlight(code, PythonLexer(), HtmlFormatter(cssclass="highlight", wrapcode=True)).strip())


def number(value: float | str) -> str:
    """Three significant digits where there are more; whole numbers whole."""
    if isinstance(value, str) or not math.isfinite(value):
        return str(value)
    return str(int(value)) if value == int(value) and abs(value) < 1e6 else f"{value:.3g}"


def difference(value: float | None) -> str:
    if value is None:
        return "none seen"
    return number(value) if math.isfinite(value) else "not a number"


def percent(margin: float | None) -> str:
    if margin is None:
        return "exact"
    if abs(margin) > 10:  # beyond that a figure says no more
        return "over 1000%" if margin > 0 else "below -1000%"
    return f"{margin:.2%}" if 0 < margin < 0.01 else f"{margin:.0%}"


def name(identifier: str) -> Markup:
    """A name of Python's that a narrow column breaks between its words, not in them."""
    return Markup("_<wbr>").join(identifier.split("_"))
