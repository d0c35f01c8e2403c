"""Sites built by MkDocs through the real hook, and whether `refutable verify` believes them."""

import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from corpora import RECORD, Command, add_check, replace
from sites import HOOKED, SETTINGS, mkdocs

from refutable.copies import with_addresses, with_search_entries

ID, BROKEN = "layer-norm-ignores-scale", "rms-norm-has-unit-size"
STAMP = re.compile(r'<span class="stamp [^>]*>.*?</span></span>', re.DOTALL)
NEEDY = "the-framework-agrees"


@dataclass(frozen=True)
class Build:
    root: Path
    code: int
    log: str

    def page(self, path: str = "") -> str:
        return (self.root / "site" / path / "index.html").read_text(encoding="utf-8")


def healthy(root: Path) -> None:
    """With one claim about a framework that is not installed here, cited on a page below the first."""
    check = (root / f"claims/layer-norm/{ID}.py").read_text()
    add_check(root, NEEDY, check, RECORD + "requires: [framework_of_nobody]\n")
    (root / "docs" / "deep").mkdir()
    (root / "docs" / "deep" / "page.md").write_text(
        f"# Deep\n\nAgrees. <!-- claim: {NEEDY} -->\n\n```\n<!-- claim: {ID} -->\n```\n")


def broken(root: Path) -> None:
    replace(root / f"claims/rms-norm/{BROKEN}.yaml", "evidence: derived", "evidence: derved")


def refuted(root: Path) -> None:
    replace(root / f"claims/rms-norm/{BROKEN}.py", ", 1)", ", 2)")


def unknown(root: Path) -> None:
    (root / "docs" / "sizes.md").write_text(f"# Sizes\n\nSize. <!-- claim: {BROKEN}s -->\n")


BUILDS: dict[str, tuple[Callable[[Path], None], list[str], str]] = {
    "healthy": (healthy, ["--strict"], HOOKED),
    "without the hook": (healthy, ["--strict"], SETTINGS),
    "files for folders": (healthy, [], f"{HOOKED}use_directory_urls: false\n"),
    "docs elsewhere": (lambda root: (root / "docs").rename(root / "pages"), [], f"{HOOKED}docs_dir: pages\n"),
    "broken": (broken, [], HOOKED),
    "broken, strict": (broken, ["--strict"], HOOKED),
    "broken, strict and quiet": (broken, ["--strict", "--quiet"], HOOKED),
    "unknown": (unknown, [], HOOKED),
    "unknown, strict": (unknown, ["--strict"], HOOKED),
    "refuted": (refuted, [], HOOKED),
    "refuted, strict": (refuted, ["--strict"], HOOKED),
    "refuted, strict and quiet": (refuted, ["--strict", "--quiet"], HOOKED),
}


@pytest.fixture(scope="module")
def builds(judged_once: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Build]:
    """All at once: most of a build is the start of Python."""
    running = {}
    for name, (prepare, arguments, settings) in BUILDS.items():
        root = tmp_path_factory.mktemp("site") / "corpus"
        shutil.copytree(judged_once, root)
        prepare(root)
        running[name] = root, mkdocs(root, "build", *arguments, settings=settings)
    done = {}
    for name, (root, process) in running.items():
        log, _ = process.communicate(timeout=60)
        done[name] = Build(root, process.returncode, log)
    return done


def test_a_healthy_site_is_built_strictly(builds: dict[str, Build], command: Command):
    build = builds["healthy"]
    assert build.code == 0, build.log
    assert "WARNING" not in build.log
    assert len(STAMP.findall(build.page())) == 1 and 'data-stamp="equation: layer_norm"' in build.page()
    assert f'href="../../claims/{NEEDY}/"' in build.page("deep/page")
    assert len(STAMP.findall(build.page("claims"))) == 4
    verified = command("verify", "site", folder=build.root)
    assert (verified.code, verified.out) == (0, "")
    assert verified.err == "11 stamps on 9 pages: no problems.\n"


@pytest.mark.parametrize(("name", "setting"), [
    ("docs elsewhere", "docs_dir"), ("files for folders", "use_directory_urls")])
def test_settings_that_the_engine_cannot_work_with_are_refused(builds: dict[str, Build], name: str, setting: str):
    assert builds[name].code == 1
    assert f"mkdocs.yml:1: `{setting}` is not what the engine can work with; leave it out" in builds[name].log
    assert "Traceback" not in builds[name].log


def test_a_build_writes_nowhere_else(builds: dict[str, Build]):
    names = {path.name for path in builds["healthy"].root.iterdir()}
    assert names == {"claims", "docs", "sources", "site", "mkdocs.yml", ".cache"}
    assert not list((builds["healthy"].root / "claims").rglob("__pycache__"))
    assert not list((builds["healthy"].root / "site").rglob("*model*"))


def test_what_cannot_run_is_never_green(builds: dict[str, Build]):
    build = builds["healthy"]
    for page in ("deep/page", f"claims/{NEEDY}"):
        (stamp,) = STAMP.findall(build.page(page))
        assert 'class="stamp stamp-unchecked"' in stamp and ">unchecked</a>" in stamp
    assert "needs framework_of_nobody, not installed here" in build.page(f"claims/{NEEDY}")
    assert "stamp-checked" not in build.page("deep/page") + build.page(f"claims/{NEEDY}")


def test_a_claim_page_is_linked_and_listed(builds: dict[str, Build]):
    build = builds["healthy"]
    page = build.page(f"claims/{ID}")
    for text in ("LayerNorm ignores the scale of its input", "Exact only for eps = 0.", "section 5.1, table 1",
                 "Ba et al. 2016", "centre_only", "Subtracts the mean and forgets to divide.", "LN(7 x) against LN(x)",
                 '<a href="../../">Norms</a>'):
        assert text in page, text
    assert "<title>LayerNorm ignores the scale of its input" in page
    assert f"<loc>http://127.0.0.1:8000/claims/{ID}/</loc>" in (build.root / "site" / "sitemap.xml").read_text()


def test_a_broken_record_is_shown_and_stops_a_strict_build(builds: dict[str, Build], command: Command):
    message = f"claims/rms-norm/{BROKEN}.yaml:2: evidence `derved` is unknown; did you mean `derived`?"
    build = builds["broken"]
    assert build.code == 0, build.log
    assert message in build.log
    page = build.page(f"claims/{BROKEN}")
    assert message in page and ">unproven</a>" in page and "stamp-checked" not in page
    assert command("verify", "site", folder=build.root).code == 0  # it tells the truth
    assert builds["broken, strict"].code != 0 and message in builds["broken, strict"].log
    assert builds["broken, strict and quiet"].code != 0
    assert "Traceback" not in "".join(b.log for b in builds.values())


def test_a_refuted_claim_is_shown_and_stops_a_strict_build(builds: dict[str, Build]):
    build = builds["refuted"]
    assert build.code == 0, build.log
    assert f"claims/rms-norm/{BROKEN}.yaml:1: the claim is refuted; mean square of RMSNorm(x): " in build.log
    assert 'class="stamp stamp-refuted"' in build.page(f"claims/{BROKEN}")
    assert builds["refuted, strict"].code != 0
    assert builds["refuted, strict and quiet"].code != 0


def test_a_marker_without_a_target_stays_and_stops_a_strict_build(builds: dict[str, Build], command: Command):
    build, message = builds["unknown"], f"unknown claim `{BROKEN}s`; did you mean `{BROKEN}`?"
    assert build.code == 0, build.log
    assert re.search(rf"WARNING +- +docs/sizes\.md:3: {re.escape(message)}", build.log)
    assert f"<!-- claim: {BROKEN}s -->" in build.page("sizes")
    assert "was never filled" in command("verify", "site", folder=build.root).out
    assert builds["unknown, strict"].code != 0


def test_a_build_without_the_hook_fails_to_verify(builds: dict[str, Build], command: Command):
    build = builds["without the hook"]
    assert build.code == 0, build.log
    said = command("verify", "site", folder=build.root)
    assert said.code == 1
    assert "site/deep/page/index.html:" in said.out and f"the marker `claim: {NEEDY}` was never filled" in said.out
    assert said.out.count("the claim has no page; build the site with the hook") == 4


@pytest.mark.parametrize("page", ["", "deep/page", "claims", f"claims/{ID}"])
@pytest.mark.parametrize("new", ["", lambda stamp: stamp[0].replace(">checked<", ">verified<")
                                 .replace(">unchecked<", ">checked<")], ids=["deleted", "edited"])
def test_a_touched_stamp_fails_to_verify(builds: dict[str, Build], command: Command, tmp_path: Path, page: str,
                                         new: str | Callable[[re.Match[str]], str]):
    site = tmp_path / "touched"
    shutil.copytree(builds["healthy"].root / "site", site)
    html = (site / page / "index.html").read_text()
    changed = STAMP.sub(new, html, count=1)
    assert changed != html
    (site / page / "index.html").write_text(changed)
    said = command("verify", site, folder=builds["healthy"].root)
    assert said.code == 1
    assert f"touched/{page}/index.html:".replace("//", "/") in said.out


def test_the_search_index_is_html():
    """Material shows it as it is: what a claim says must not become an element."""
    index = '{"docs": [{"location": "a/", "title": "A", "text": "a"}, {"location": "model-of-a-claim-page/"}]}'
    changed = with_search_entries(index, [("claims/b/", "x < y", "<b>bold</b>")])
    assert '"location":"a/"' in changed and "model" not in changed
    assert "x &lt; y" in changed and "<b>" not in changed


def test_the_sitemap_lists_claims_in_place_of_the_model():
    sitemap = "<urlset><url><loc>a/</loc></url><url><loc>claims/model-of-a-claim-page/</loc></url></urlset>"
    assert with_addresses(sitemap, ["b", "c"]) == (
        "<urlset><url><loc>a/</loc></url><url><loc>claims/b/</loc></url><url><loc>claims/c/</loc></url></urlset>")
