"""TeX to MathML, by Temml run in QuickJS: no Node, no network, no script in the browser."""

import hashlib
import json
import os
from contextlib import suppress
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


# Formulas of this build and of earlier ones, a fiftieth of a second each; and those of them that are still asked for.
_known: dict[str, str] = {}
_used: set[str] = set()


def to_mathml(tex: str, display: bool) -> str:
    """Return a `<math>` element that keeps its TeX source as an annotation, or raise MathError."""
    key = f"{'display' if display else 'inline'} {tex}"
    _used.add(key)
    if key not in _known:
        done, text = temml()(tex, display)
        if not done:
            raise MathError(" ".join(text.replace(UNDERLINE, "").split()))
        _known[key] = str(text)
    return _known[key]


def recall(memory: Path) -> None:
    """Take up what an earlier build remembered, if it was made by the same code."""
    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
        kept = json.loads(memory.read_text(encoding="utf-8"))
        if kept["code"] == _code():
            _known.update((key, text) for key, text in kept["formulas"].items() if str(text).startswith("<math"))


def remember(memory: Path) -> None:
    """Write what was used, whole or not at all: a build may be stopped at any moment, and need not be able to write."""
    formulas = {key: text for key, text in sorted(_known.items()) if key in _used}
    text = json.dumps({"code": _code(), "formulas": formulas}, ensure_ascii=False)
    with suppress(OSError):
        if memory.exists() and memory.read_text(encoding="utf-8") == text:
            return
        memory.parent.mkdir(parents=True, exist_ok=True)
        new = memory.with_suffix(f".{os.getpid()}")
        new.write_text(text, encoding="utf-8")
        new.replace(memory)


@cache
def _code() -> str:
    return hashlib.sha256(TEMML.read_bytes() + RENDER.encode()).hexdigest()
