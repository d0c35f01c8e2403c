"""Which pages cite which claims, seen from the Markdown."""

import re
from collections.abc import Mapping

from refutable.marker import MARKER, MarkerKind, without_code


def pages_citing(pages: Mapping[str, str]) -> dict[str, list[tuple[str, str]]]:
    """For each claim the pages with a marker for it: address from the site's root, and title."""
    found: dict[str, list[tuple[str, str]]] = {}
    for path, text in pages.items():
        prose = without_code(text)
        cited = {m[2].partition(".")[0] for m in MARKER.finditer(prose)
                 if m[1] in (MarkerKind.CLAIM, MarkerKind.COUNTEREXAMPLE)}
        for id in sorted(cited):
            found.setdefault(id, []).append((_address(path), _title(path, prose)))
    return found


def _address(path: str) -> str:
    stem = path.removesuffix(".md")
    if stem == "index" or stem.endswith("/index"):
        return stem.removesuffix("index")
    return f"{stem}/"


def _title(path: str, text: str) -> str:
    heading = re.search(r"(?m)^# +(.+?)\s*(\{.*\})?$", text)
    return re.sub(r"<!--.*?-->|[`*$]", "", heading[1]).strip() if heading else path
