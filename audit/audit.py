"""Audit a built site with lychee (links), the Nu checker (HTML) and axe (accessibility): `audit.py site/`."""

import contextlib
import functools
import http.server
import itertools
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from playwright.sync_api import Browser, sync_playwright

Scheme = Literal["light", "dark"]

MODULES = Path(__file__).parent / "node_modules"
FLAGS = "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-sync"
STILL = "*, ::before, ::after { transition: none !important; animation: none !important }"


def base(site: Path) -> str:
    """The path at which the site expects to be served; 404.html, which may stand in anywhere, links by it."""
    found = re.search(r'<link rel="canonical" href="([^"]*)"', (site / "index.html").read_text("utf-8"))
    return urlsplit(found[1]).path if found else "/"


def links(site: Path) -> bool:
    root = site.as_uri()
    command: list[str | Path] = [
        Path(sys.executable).parent / "lychee",
        "--offline",
        "--include-fragments",
        "--no-progress",
    ]
    command += [
        "--index-files",
        "index.html",
        "--root-dir",
        site,
        "--remap",
        f"^{root}{base(site).rstrip('/')}(/|$) {root}/",
    ]
    return subprocess.run([*command, f"{site}/**/*.html"]).returncode == 0


def markup(site: Path) -> bool:
    jar = MODULES / "vnu-jar" / "build" / "dist" / "vnu.jar"
    command: list[str | Path] = [
        "java",
        "-jar",
        jar,
        "--skip-non-html",
        "--errors-only",
        "--format",
        "gnu",
        site,
    ]
    return subprocess.run(command).returncode == 0


class Server(http.server.SimpleHTTPRequestHandler):
    prefix = "/"

    def translate_path(self, path: str) -> str:
        return super().translate_path("/" + path.removeprefix(self.prefix))

    def log_message(self, format: str, *args: object) -> None:
        pass


def faults(browser: Browser, origin: str, page: str, scheme: Scheme, width: int) -> list[str]:
    """What axe finds on one page, and every address outside the site that the page asks for."""
    view = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    asked: list[str] = []
    view.on("request", lambda request: asked.append(request.url))
    view.goto(origin + page)
    view.add_style_tag(content=STILL)
    view.evaluate((MODULES / "axe-core" / "axe.min.js").read_text("utf-8"))
    found = [f"asks for {url}" for url in asked if not url.startswith((origin, "data:", "blob:"))]
    for rule in view.evaluate("axe.run()")["violations"]:
        nodes = [node["html"] for node in rule["nodes"]]
        if rule["id"] == "empty-table-header":  # axe does not see the text of MathML
            nodes = [node for node in nodes if "<math" not in node]
        if nodes:
            found.append(f"{rule['id']}: {rule['help']}: {len(nodes)} times, first {nodes[0][:200]}")
    view.close()
    return found


def visits(site: Path) -> list[tuple[str, Scheme, int]]:
    """The first page and the 404 in every look, and up to eight pages of each folder in one look each."""
    schemes: tuple[Scheme, ...] = ("light", "dark")
    looks = list(itertools.product(schemes, (1280, 360)))
    pages = sorted(path.relative_to(site) for path in site.rglob("*.html"))
    folders = [list(group) for _, group in itertools.groupby(pages, lambda page: page.parts[:-2])]
    sample = [page.as_posix() for group in folders for page in group[:: max(1, len(group) // 8)][:8]]
    thorough = [(page, *look) for page in ("index.html", "404.html") for look in looks]
    return thorough + [(page, *look) for page, look in zip(sample, itertools.cycle(looks), strict=False)]


@contextlib.contextmanager
def served(site: Path) -> Iterator[str]:
    """The address at which the site answers, under the path that it expects."""
    handler = type("SiteServer", (Server,), {"prefix": base(site)})
    serve = functools.partial(handler, directory=str(site))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), serve)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{base(site)}"
    finally:
        server.shutdown()


def chromium_path() -> str | None:
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)


def accessibility(site: Path) -> bool:
    chromium = chromium_path()
    if chromium is None:
        print("no Chromium here: axe did not run")
        return os.environ.get("CI") != "true"
    count = 0
    with served(site) as origin, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS.split())
        for page, scheme, width in visits(site):
            for fault in faults(browser, origin, page, scheme, width):
                count += 1
                print(f"{site.name}/{page} ({scheme}, {width} px): {fault}")
        browser.close()
    print(f"axe: {len(visits(site))} visits, {count} faults")
    return count == 0


AUDITS = {"links": links, "HTML": markup, "accessibility": accessibility}


def main() -> int:
    site = Path(sys.argv[1]).resolve()
    failed = []
    for name, audit in AUDITS.items():
        print(f"== {name}", flush=True)
        if not audit(site):
            failed.append(name)
    print(f"audit: {'failed: ' + ', '.join(failed) if failed else 'no faults'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
