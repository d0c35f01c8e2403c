"""MkDocs hook: each lab as a Jupyter notebook, and all of them in one archive together with what they import."""

from collections.abc import Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile, ZipInfo

import jupytext
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from refutable.library import SUBJECT_FOLDERS

ARCHIVE = "notebooks/labs.zip"


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    root = Path(config.config_file_path).parent
    carried: dict[str, bytes] = {}
    for page in files.documentation_pages():
        if page.src_uri.startswith("notebooks/") and page.name != "index":
            path = f"{page.src_uri.removesuffix('.md')}.ipynb"
            carried[f"docs/{path}"] = content = notebook(page.content_string).encode()
            files.append(File.generated(config, path, content=content))
    for folder in ("docs/notebooks", *(f"claims/{kind}" for kind in SUBJECT_FOLDERS)):
        carried |= {path.relative_to(root).as_posix(): path.read_bytes() for path in (root / folder).glob("*.py")}
    files.append(File.generated(config, ARCHIVE, content=zipped(carried)))
    return files


@cache  # `serve` asks again at every change
def notebook(text: str) -> str:
    """The page as a notebook without outputs."""
    made = jupytext.reads(text, "md")
    made.cells = [cell for cell in made.cells if cell.cell_type != "raw"]  # the front matter
    for number, cell in enumerate(made.cells, 1):
        cell.id = f"cell-{number}"  # else drawn at random
    return str(jupytext.writes(made, "ipynb"))


def zipped(files: Mapping[str, bytes]) -> bytes:
    """The same bytes for the same files."""
    out = BytesIO()
    with ZipFile(out, "w") as archive:
        for path, content in sorted(files.items()):
            archive.writestr(ZipInfo(f"labs/{path}"), content)
    return out.getvalue()
