"""Photograph the site for somebody to look at: `pictures.py screenshots`.

A page of each kind, and a claim's page in every status, in four looks: 1280 and 360 px wide, light and dark. The
statuses come from a copy of the project in which six claims are spoilt on purpose and judged again.
"""

import itertools
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from audit import FLAGS, STILL, chromium_path, served
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parent.parent
WIDTHS, SCHEMES = (1280, 360), ("light", "dark")
WHOLE = ("", "practice", "labs")  # folders in which every page is of a kind of its own
OPENS = re.compile("^(Just show me|Start)$")
LONGEST = 6000  # px of a page that are photographed; a claim's page is shorter
LAYER_NORM = Path("claims/layer-norm")
# What makes a claim end in a status: its file, a pattern in it, and what stands there instead.
SPOILT = {
    "verified": ("layer-norm-ignores-shift.yaml", r'by: ".*"\n  kind: ai', 'by: "nobody"\n  kind: human'),
    "checked": ("layer-norm-ignores-scale.yaml", r"review:(\n .*)+", ""),
    "changed-since-review": ("layer-norm-keeps-tokens-apart.yaml", r"caveats:\n", r"\g<0>  - Not signed.\n"),
    "unchecked": ("layer-norm-commutes-with-permutations.yaml", r"evidence:.*\n", r"\g<0>requires: [nowhere]\n"),
    "unproven": ("layer-norm-uses-the-biased-variance.py", r"@mutant(.|\n)*", ""),
    "refuted": ("layer-norm-of-two-features-is-a-sign.py", r"def check.*\n", r"\g<0>    close('one', 1.0, 2.0)\n"),
}
AS_IT_IS = {
    "read-by-ai": "layer-norm-is-rms-norm-after-centring",
    "outcome-reported": "rms-norm-epsilon-mismatch-rescales-tokens",
    "shipped": "flax-norms-add-1e-6",
    "recorded": "deep-post-norm-collapses-on-a-copy-task",
}


def spoil(copy: Path) -> None:
    """Make a copy of the project, spoil claims in it, and build its site."""
    for name in ("claims", "docs", "hooks", "includes", "sources", ".cache"):  # what is not spoilt was judged already
        shutil.copytree(ROOT / name, copy / name)
    shutil.copy(ROOT / "mkdocs.yml", copy)
    for path, pattern, instead in SPOILT.values():
        file = copy / LAYER_NORM / path
        spoilt, count = re.subn(pattern, instead, file.read_text(encoding="utf-8"), count=1)
        if not count:
            sys.exit(f"{LAYER_NORM}/{path}:1: nothing to spoil for a picture; mend SPOILT in audit/pictures.py")
        file.write_text(spoilt, encoding="utf-8")
    subprocess.run([sys.executable, "-m", "mkdocs", "--quiet", "build"], cwd=copy, check=True)


def pages(site: Path) -> dict[str, str]:
    """The page on each picture, by the picture's name."""
    found = sorted(path.parent.relative_to(site).as_posix() for path in site.rglob("index.html"))
    folders: dict[str, list[str]] = {}
    for page in found:
        folders.setdefault(page.rpartition("/")[0], []).append(page)
    chosen = [page for folder, group in folders.items() for page in (group if folder in WHOLE else group[:1])]
    shown = {page.replace("/", "-").strip(".") or "home": f"{page}/".removeprefix("./") for page in chosen}
    claims = {status: Path(path).stem for status, (path, *_) in SPOILT.items()} | AS_IT_IS
    return shown | {"404": "404.html"} | {f"claim-{status}": f"claims/{id}/" for status, id in claims.items()}


def photograph(browser: Browser, address: str, into: Path, name: str) -> None:
    """As the page opens, and once more with its widget in use."""
    for width, scheme in itertools.product(WIDTHS, SCHEMES):
        view = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]
        view.goto(address)
        view.add_style_tag(content=STILL)
        view.evaluate("document.fonts.ready")
        take(view, into / f"{name}-{width}-{scheme}.png")
        if (button := view.locator("article").get_by_role("button", name=OPENS).first).is_visible():
            button.click()
            view.evaluate("scrollTo(0, 0)")
            take(view, into / f"{name}-in-use-{width}-{scheme}.png")
        view.close()


def take(view: Page, path: Path) -> None:
    width, height = view.evaluate("[document.documentElement.clientWidth, document.documentElement.scrollHeight]")
    view.screenshot(path=path, full_page=True, clip={"x": 0, "y": 0, "width": width, "height": min(LONGEST, height)})


def main(into: Path) -> None:
    chromium = chromium_path()
    if chromium is None or not (ROOT / ".cache").is_dir():
        sys.exit("pictures need Chromium and a site that was built: install the one, run `make site`")
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        copy = Path(folder)
        spoil(copy)
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS.split())
        with served(copy / "site") as origin:
            shown = pages(copy / "site")
            for count, (name, page) in enumerate(shown.items(), start=1):
                print(f"{count}/{len(shown)} {page}", flush=True)
                photograph(browser, origin + page, into, name)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
