"""Sites built by MkDocs, with the hook or without it, in processes of their own."""

import os
import subprocess
import sys
from pathlib import Path
from typing import TextIO

from corpora import HOOK

SETTINGS = """\
site_name: Tests
site_url: http://127.0.0.1:8000/
theme: mkdocs
plugins: []
markdown_extensions: [admonition, attr_list, md_in_html, tables]
"""
HOOKED = f"{SETTINGS}hooks: [{HOOK}]\n"
Popen = subprocess.Popen[str]
ENVIRONMENT = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONUNBUFFERED": "1"}


def mkdocs(root: Path, *arguments: str, settings: str = HOOKED, log: int | TextIO = subprocess.PIPE) -> Popen:
    """Start `mkdocs ARGUMENTS` in a knowledge base; whatever it says goes to `log`."""
    (root / "mkdocs.yml").write_text(settings, encoding="utf-8")
    return subprocess.Popen([sys.executable, "-m", "mkdocs", *arguments], cwd=root, env=ENVIRONMENT, text=True,
                            stdout=log, stderr=subprocess.STDOUT)
