"""MkDocs hook: put into every demo on a page what the references compute for it, also for readers without scripts."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reader import compute_demos

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

    from refutable.assessment import Assessment

DEMO = re.compile(r"(?:<p>\s*)?<norm-(\w+)((?: [^<>]*)?)>\s*</norm-\1>(?:\s*</p>)?")
FILES = "assets/demos/files/"
CACHE = ".cache/refutable/demo-values"


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Compute what the demos show, and publish the recording and the code that made it."""
    from mkdocs.structure.files import File, InclusionLevel

    root = Path(config.config_file_path).parent
    values = _values(root)
    if "cases" in values:
        texts = _recorded(values["cases"], root, config.extra["refutable"].assessments)
        for name, text in texts.items():
            files.append(File.generated(config, FILES + name, content=text, inclusion=InclusionLevel.NOT_IN_NAV))
    config.extra["demos"] = values
    return files


def on_page_content(html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Fill `<norm-trace></norm-trace>` and the like; one that nobody computes anything for stays as it is."""
    demos: dict[str, Any] = config.extra["demos"]
    up = "../" * page.url.count("/")

    def fill(match: re.Match[str]) -> str:
        name, attributes = match[1], match[2]
        if name not in demos:
            return match[0]
        # In an attribute, since instant navigation makes every script anew without its type, and runs it.
        values = _in_quotes(json.dumps({**demos[name], "tables": []}, ensure_ascii=False))
        return (f"<norm-{name}{attributes} data-root=\"{up}\" data-values='{values}'>"
                f"{static(demos[name])}</norm-{name}>")

    return DEMO.sub(fill, html)


def _in_quotes(values: str) -> str:
    """JSON that can stand between single quotation marks in HTML: none of its characters means anything there."""
    return re.sub(r"[&'<>]", lambda found: f"\\u{ord(found[0]):04x}", values)


def static(demo: dict[str, Any]) -> str:
    """What a reader without scripts gets: every question with its answer, and the numbers as tables."""
    asked = [f"<details><summary>{escape(preset['title'])}: {escape(preset['question'])}</summary>"
             f"<p>{escape(answer(preset))}</p></details>" for preset in demo["presets"]]
    tables = [f"<details><summary>In numbers. {escape(caption)}</summary>{_table(heads, rows)}</details>"
              for caption, heads, rows in demo["tables"]]
    return f'<div class="demo-static">{"".join(asked + tables)}</div>'


def answer(preset: dict[str, Any]) -> str:
    if "choices" in preset:
        return str(preset["choices"][preset["answer"]])
    return f"{preset['answer']:.4g} {preset.get('unit', '')}".strip()


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in row)}</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _recorded(cases: dict[str, Any], root: Path, assessments: dict[str, Assessment]) -> dict[str, str]:
    """The files of the recorded experiment; tells `cases` their sizes and hashes, and what the verdicts say."""
    code = ["reference/pre_block", "reference/post_block", "reference/layer_norm", "instruments/jacobian",
            "instruments/block_cases"]
    texts = {f"{Path(name).name}.py": (root / f"claims/{name}.py").read_text(encoding="utf-8") for name in code}
    texts = {"recording.json": json.dumps({k: v for k, v in cases.items() if k != "tables"}, indent=1) + "\n", **texts}
    cases["files"] = [{"name": name, "href": FILES + name, "bytes": len(text.encode()), "sha256": _digest(text)}
                      for name, text in texts.items()]
    cases["code"] = _digest(*list(texts.values())[1:])[:16]
    cases["verdicts"] = {}
    for id in {preset["claim"] for preset in cases["presets"]} & assessments.keys():
        said = assessments[id].plain()
        kept = ("statement", "status", "judged", "environment", "digest", "caveats", "measurements", "killed")
        cases["verdicts"][id] = {name: said[name] for name in kept}
    return texts


def _values(root: Path) -> dict[str, Any]:
    """From the cache if nothing changed that they are computed from; NumPy never enters the build's own process."""
    paths = Path(__file__), Path(compute_demos.__file__), *compute_demos.code_of(root).values()
    code = [path.read_text(encoding="utf-8") for path in paths]
    digest, cache = _digest(sys.version, *code), root / CACHE
    text = cache.read_text(encoding="utf-8") if cache.exists() else ""
    if not text.startswith(digest):
        text = f"{digest}\n{_computed(root)}"
        cache.parent.mkdir(parents=True, exist_ok=True)
        half = cache.with_suffix(".half")
        half.write_text(text, encoding="utf-8")
        half.replace(cache)
    return dict(json.loads(text.partition("\n")[2]))


def _computed(root: Path) -> str:
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, compute_demos.__file__, str(root)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        from mkdocs.exceptions import PluginError

        said = (done.stderr.strip() or "no message").splitlines()[-1]
        command_line = "python hooks/reader/compute_demos.py ."
        raise PluginError(f"hooks/demo_values.py: {said}; run `{command_line}` to see where")
    return done.stdout


def _digest(*texts: str) -> str:
    together = hashlib.sha256()
    for text in texts:
        together.update(text.encode())
    return together.hexdigest()
