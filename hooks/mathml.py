"""TeX to MathML, by Temml run in QuickJS: no Node, no network, no script in the browser."""

from functools import cache
from pathlib import Path

import quickjs

TEMML = Path(__file__).parent / "vendor" / "temml.min.js"

# An array, so that the answer crosses over as JSON: QuickJS cannot hand a long string to Python as it is.
RENDER = """
function render(tex, display) {
  try {
    const options = {displayMode: display, annotate: true, throwOnError: true, strict: true};
    return [true, temml.renderToString(tex, options)];
  } catch (error) {
    return [false, error.message];
  }
}
"""

UNDERLINE = "\u0332"  # Temml marks the offending characters with it; in a terminal it only makes a mess


class MathError(ValueError):
    """TeX that Temml refuses, with Temml's own words."""


@cache
def temml() -> quickjs.Function:
    return quickjs.Function("render", TEMML.read_text("utf-8") + RENDER)


@cache
def to_mathml(tex: str, display: bool) -> str:
    """Return a `<math>` element that keeps its TeX source as an annotation, or raise MathError."""
    done, text = temml()(tex, display)
    if not done:
        raise MathError(" ".join(text.replace(UNDERLINE, "").split()))
    return str(text)
