"""MkDocs hook: put into every demo of a page what the references compute for it, for its script and for readers without."""

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

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

    from refutable.assessment import Assessment

DEMO = re.compile(r"(?:<p>\s*)?<norm-(\w+)((?: [^<>]*)?)>\s*</norm-\1>(?:\s*</p>)?")
FILES = "assets/demos/files/"
CACHE = ".cache/refutable/demo-values.json"
FOLDERS = ("claims/instruments", "claims/reference")


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
        values = json.dumps({**demos[name], "tables": []}, ensure_ascii=False).replace("<", "\\u003c")
        return (f'<norm-{name}{attributes} data-root="{up}"><script type="application/json">{values}</script>'
                f"{static(demos[name])}</norm-{name}>")

    return DEMO.sub(fill, html)


def static(demo: dict[str, Any]) -> str:
    """What a reader without scripts gets: every question with its answer, and the numbers as tables."""
    asked = [f"<details><summary>{escape(p['title'])}: {escape(p['question'])}</summary><p>{escape(answer(p))}</p></details>"
             for p in demo["presets"]]
    tables = [f"<details><summary>{escape(caption)}</summary>{_table(caption, heads, rows)}</details>"
              for caption, heads, rows in demo["tables"]]
    return f'<div class="demo-static">{"".join(asked + tables)}</div>'


def answer(preset: dict[str, Any]) -> str:
    return preset["choices"][preset["answer"]] if "choices" in preset else f"{preset['answer']:.4g}"


def _table(caption: str, heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in row)}</tr>" for row in rows)
    return f'<div class="wide" tabindex="0" role="group" aria-label="{escape(caption)}"><table><thead><tr>{head}</tr>' \
           f"</thead><tbody>{body}</tbody></table></div>"


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
    digest = _digest(sys.version, Path(__file__).read_text(encoding="utf-8"),
                     *(path.read_text(encoding="utf-8") for path in _code(root)))
    cache = root / CACHE
    if cache.exists():
        known = json.loads(cache.read_text(encoding="utf-8"))
        if known["digest"] == digest:
            return dict(known["values"])
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, __file__, root], capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        from mkdocs.exceptions import PluginError

        said = done.stderr.strip().splitlines()
        raise PluginError(f"{Path(__file__).name}: the demos could not be computed: {said[-1] if said else 'no message'}")
    cache.parent.mkdir(parents=True, exist_ok=True)
    cache.write_text(json.dumps({"digest": digest, "values": json.loads(done.stdout)}), encoding="utf-8")
    return dict(json.loads(done.stdout))


def _code(root: Path) -> list[Path]:
    return [path for folder in FOLDERS for path in sorted((root / folder).glob("*.py"))]


def _digest(*texts: str) -> str:
    together = hashlib.sha256()
    for text in texts:
        together.update(text.encode())
    return together.hexdigest()


def main(root: Path) -> None:
    """In a process of its own: what every instrument named `demo_...` makes of the references."""
    import platform

    import numpy

    from refutable.trial import load_subject

    subjects = {path.stem: load_subject(str(root), path.stem, path.relative_to(root).as_posix()) for path in _code(root)}
    values = {name.removeprefix("demo_"): make(subjects) for name, make in subjects.items() if name.startswith("demo_")}
    if "cases" in values:
        values["cases"]["environment"] = {"python": platform.python_version(), "numpy": numpy.__version__,
                                          "platform": f"{platform.system()} {platform.machine()}"}
    json.dump(values, sys.stdout)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
