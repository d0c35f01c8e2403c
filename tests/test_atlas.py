"""The atlas: a row that changes is named with what it was and is, and pages tell the truth without transformers."""

import copy
import json
import re
from pathlib import Path

import pytest
from corpora import add_check, replace
from optional import needed
from pages import built, verified

from refutable.examine import examine
from refutable.library import read_corpus
from refutable.loading import load_module
from refutable.progress import Progress
from refutable.recording import current_code
from refutable.table import read_tables

ROOT = Path(__file__).parent.parent
ID = "probe-never-contradicts-a-reading"
KEPT = ROOT / "claims" / "atlas"
PACKAGE = "architectures_of_nobody"
CHECK = f'''"""What was recorded of two models."""

from refutable import equal, experiment, mutant

TABLES = {{"rows": {{
    "columns": {{"model": "model", "placement": "placement", "epsilon": "epsilon", "names": "names.a"}},
    "sort": ["model"], "filter": ["placement"], "claims": {{"new": "shipped-rows"}}}}}}


@experiment(model=("old", "new"))
def row(model):
    import {PACKAGE}
    return {PACKAGE}.PLACEMENTS[model]


def check(recording):
    equal("old", recording["runs"][0]["outcome"]["placement"], "post")
    equal("new", recording["runs"][1]["outcome"]["placement"], "pre")


@mutant("recording")
def all_are_pre(recording):
    """Knows pre-norm alone."""
    recording["runs"][0]["outcome"]["placement"] = "pre"
    return recording


@mutant("recording")
def all_are_post(recording):
    """Knows post-norm alone."""
    recording["runs"][1]["outcome"]["placement"] = "post"
    return recording
'''
ROWS = [{"with": {"model": "old"}, "outcome": {"placement": "post", "epsilon": 1e-12, "names": {"a": ["x", "y"]}}},
        {"with": {"model": "new"}, "outcome": {"placement": "pre", "epsilon": None, "names": {}}}]


@pytest.fixture
def rows(corpus: Path, package) -> Path:
    """A knowledge base with a recording of the installed version of a package."""
    package(PACKAGE, "PLACEMENTS = {}")
    check = add_check(corpus, "shipped-rows", CHECK)
    replace(check.with_suffix(".yaml"), "derived", "shipped")
    check.with_suffix(".yaml").write_text(check.with_suffix(".yaml").read_text() + f"requires: [{PACKAGE}]\n")
    entry = read_corpus(corpus).entries["shipped-rows"]
    made = {"code": current_code(read_corpus(corpus), entry), "grid": {"model": ["old", "new"]}, "date": "2026-01-02",
            "environment": {"platform": "Linux", PACKAGE: "1.0"}, "runs": ROWS}
    check.with_suffix(".json").write_text(json.dumps(made))
    return corpus


def stamped(root: Path) -> tuple[str, str, str]:
    examined = examine(root, Progress())
    html, unknown = examined.stamper.stamp("<p><!-- table: shipped-rows.rows --></p>", "")
    assert unknown == []
    verdict = examined.assessments["shipped-rows"].verdict
    return html, verdict.ruling.value, verdict.reason


def test_rows_are_shown_with_their_version_and_their_claims(rows: Path):
    html, ruling, reason = stamped(rows)
    assert ruling == "holds", reason
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall(r"<tr.*?</tr>", html)]
    assert [[re.sub("<.*?>", "", cell) for cell in row] for row in cells] == [
        ["model", "placement", "claim", "epsilon", "names"],
        ["new", "pre", "checked", "", ""], ["old", "post", "", "1e-12", "x, y"]]
    assert f"2 rows, recorded on 2026-01-02, with {PACKAGE} 1.0" in html
    assert 'tabindex="0" role="region" aria-label="Table rows, by model"' in html
    assert '<style>.shipped-rows--rows:has(#shipped-rows--rows-1-0:checked) tbody tr:not([data-1="0"])' in html


def test_a_table_is_the_same_stamp_wherever_its_page_is(rows: Path):
    (rows / "docs/deeper").mkdir()
    (rows / "docs/deeper/page.md").write_text("# Rows\n\n<!-- table: shipped-rows.rows -->\n")
    examined = examine(rows, Progress())
    assert verified(built(examined), examined) == []


def test_rows_of_another_version_are_unchecked_and_shown(rows: Path, package):
    package(PACKAGE, "PLACEMENTS = {}", version="2.0")
    html, ruling, reason = stamped(rows)
    assert (ruling, reason) == (
        "skipped", f"the recording is stale: {PACKAGE} (1.0 -> 2.0) changed; run `refutable record shipped-rows`")
    assert "<td>post</td>" in html and "(1.0 -&gt; 2.0) changed" in html


def test_rows_without_the_package_are_unchecked_and_shown(rows: Path):
    """A site that is built without transformers shows what was recorded, and says that nothing was checked."""
    replace(rows / "claims/written/shipped-rows.yaml", PACKAGE, "no_such_package_here")
    replace(rows / "claims/written/shipped-rows.py", f"import {PACKAGE}", "import no_such_package_here")
    entry = read_corpus(rows).entries["shipped-rows"]
    made = json.loads((rows / entry.recording_path).read_text())
    made["code"] = current_code(read_corpus(rows), entry)
    (rows / entry.recording_path).write_text(json.dumps(made))
    html, ruling, reason = stamped(rows)
    assert (ruling, "no_such_package_here" in reason) == ("skipped", True)
    assert "<td>post</td>" in html and reason in html.replace("&#39;", "'")


@pytest.fixture(scope="module")
def atlas():
    """The check of the whole atlas, and its recording."""
    needed("transformers")
    return load_module(str(ROOT), f"claims/atlas/{ID}.py").check, json.loads((KEPT / f"{ID}.json").read_text())


@pytest.mark.parametrize(("model", "becomes", "message"), [
    ("gemma2", "pre", "gemma2 was read as sandwich, is found pre"),
    ("t5", "post", "t5 was read as pre, is found post"),
    ("olmo_hybrid", "pre", "olmo_hybrid was other, is pre"),
    ("helium", None, "helium was pre, is gone"),
])
def test_a_row_that_changed_says_what_it_was_and_is(atlas, model: str, becomes: str | None, message: str):
    check, recording = atlas
    changed = copy.deepcopy(recording)
    run = next(run for run in changed["runs"] if run["with"]["model"] == model)
    if becomes is None:
        changed["runs"].remove(run)
    else:
        run["outcome"]["placement"] = becomes
    with pytest.raises(AssertionError) as failed:
        check(changed)
    assert str(failed.value) == message


def test_the_atlas_is_large_and_its_rows_lead_to_claims():
    recording = json.loads((KEPT / f"{ID}.json").read_text())
    spec = read_tables((KEPT / f"{ID}.py").read_text())["rows"]
    built = [run["with"]["model"] for run in recording["runs"] if run["outcome"]["built"]]
    assert len(built) >= 300 and set(spec["claims"]) <= set(built)
    assert all(list(KEPT.parent.glob(f"*/{id}.yaml")) for id in spec["claims"].values())
    for id in (path.stem for path in KEPT.glob("*-ships-*.yaml")):
        assert id in spec["claims"].values(), f"no row leads to {id}"
