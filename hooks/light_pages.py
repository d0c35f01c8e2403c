"""MkDocs hook: pages that load fast. Our styles are one file, fonts are asked for at once, scripts wait."""

import hashlib
import posixpath
import re
from collections.abc import Iterable
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

# Each with what a page holds that is set in it.
FONTS = {
    "fonts/norm-serif-normal": "<body",
    "fonts/ibm-plex-mono-latin-400-normal": "<code",
    "math/latinmodernmath": "<math",
}
_FIRST_STYLES = re.compile(r'<link rel="stylesheet" href="([^"]*)assets/')
_SCRIPT = re.compile(r'<script src="[^"]*"(?=></script>)')
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_URL = re.compile(r"""url\((["']?)([\w./-]+\.(?:woff2|svg|png))\1\)""")  # relative; what is data stays
FOLDER = "assets"
EARLY = "assets/early.js"


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """In place of the files of `extra_css` one, named after what it holds, so that browsers may keep it for ever."""
    text = joined((str(path), (Path(config.docs_dir) / path).read_text(encoding="utf-8")) for path in config.extra_css)
    if text:
        name = f"{FOLDER}/site.{hashlib.sha256(text.encode()).hexdigest()[:8]}.css"
        config.extra["styles"] = (name, text)
        config.extra_css = [name]
    return config


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    if "styles" in config.extra:
        name, text = config.extra["styles"]
        files.append(File.generated(config, name, content=text, inclusion=InclusionLevel.NOT_IN_NAV))
    return files


def on_post_page(output: str, *, page: Page, config: MkDocsConfig) -> str:
    return light(output)


def on_post_template(output_content: str, *, template_name: str, config: MkDocsConfig) -> str:
    return light(output_content) if template_name == "404.html" else output_content


def joined(sheets: Iterable[tuple[str, str]]) -> str:
    """Style sheets by path, in order, as one in FOLDER: without comments, and with addresses that are right there."""
    return "\n".join(_moved(_COMMENT.sub("", text).strip(), posixpath.dirname(path)) for path, text in sheets)


def _moved(text: str, folder: str) -> str:
    def there(found: re.Match[str]) -> str:
        return f"url({found[1]}{posixpath.relpath(posixpath.join(folder, found[2]), FOLDER)}{found[1]})"

    return _URL.sub(there, text)


def light(page: str) -> str:
    """The page with its fonts preloaded, and with scripts that do not hold up the first painting of it."""
    page = _SCRIPT.sub(lambda found: f"{found[0]} defer", page)
    first = _FIRST_STYLES.search(page)
    if first is None:
        return page
    links = "".join(f'<link rel="preload" href="{first[1]}assets/{name}.woff2" as="font" type="font/woff2" crossorigin>'
                    for name, sign in FONTS.items() if sign in page)
    early = f'<script src="{first[1]}{EARLY}" defer></script>'
    return page[: first.start()] + links + early + page[first.start() :]
