"""Verifying a site: what must be there, and every way in which it can be missing, stale or forged."""

import json
import re
import shutil
from pathlib import Path

import pytest
from corpora import replace
from pages import built, verified

from refutable.examine import Examined, examine
from refutable.judge import Progress
from refutable.verify import verify_json

ID = "layer-norm-ignores-scale"
CLAIM_PAGE = f"claims/{ID}/index.html"
STAMP = re.compile(r'<span class="stamp .*?</span></span>', re.DOTALL)
Sited = tuple[dict[str, str], Examined]


@pytest.fixture(scope="module")
def original(judged_once: Path, tmp_path_factory: pytest.TempPathFactory) -> Sited:
    """The site of the healthy knowledge base, with a page that shows a marker in code."""
    root = tmp_path_factory.mktemp("original") / "corpus"
    shutil.copytree(judged_once, root)
    (root / "docs" / "writing.md").write_text(
        f"# Writing\n\n```markdown\nTrue. <!-- claim: {ID} -->\n```\n\nOr `<!-- claim: an-example -->`.\n\n"
        f"<!-- code: layer_norm -->\n\nTrue. <!-- claim: {ID} -->\n")
    examined = examine(root, Progress())
    return built(examined), examined


@pytest.fixture
def sited(original: Sited) -> Sited:
    """A copy of the site, to be edited."""
    return dict(original[0]), original[1]


def edit(site: dict[str, str], path: str, old: str, new: str) -> None:
    assert old in site[path], f"{old!r} is not in {path}"
    site[path] = site[path].replace(old, new, 1)


def line(site: dict[str, str], path: str, text: str) -> int:
    return site[path].count("\n", 0, site[path].index(text)) + 1


def test_a_site_that_was_just_built_passes(sited: Sited):
    site, examined = sited
    assert verified(site, examined) == []
    assert len(STAMP.findall("".join(site.values()))) == 2 + 3 + 3  # in docs, on the claims' pages, in the index


def test_mathml_may_replace_the_formula_of_an_equation(sited: Sited):
    site, examined = sited
    before = re.search(r'<div class="arithmatex">\\\[(.*?)\\\]</div>', site["index.html"], re.DOTALL)
    assert before
    edit(site, "index.html", before[0], '<div class="arithmatex" tabindex="0"><math><semantics><mrow><mi>LN</mi></mrow>'
         f'<annotation encoding="application/x-tex">{before[1].strip()}</annotation></semantics></math></div>')
    assert verified(site, examined) == []


NOT_NOW = "is not what it would be now; build the site again"
FORGERIES = [  # page, marker of the stamp, what is written over what
    ("index.html", f"claim: {ID}", ">checked<", ">verified<"),
    ("index.html", f"claim: {ID}", ">checked<", ">checked by Ada<"),
    ("index.html", f"claim: {ID}", ">checked<", "><img src=x>checked<"),
    ("index.html", f"claim: {ID}", "fails on all 2", "fails on all 20"),
    ("index.html", f"claim: {ID}", "stamp-checked", "stamp-verified"),
    ("index.html", f"claim: {ID}", 'data-digest="', 'data-digest="0'),
    ("index.html", f"claim: {ID}", f'data-claim="{ID}"', 'data-claim="rms-norm-has-unit-size"'),
    ("index.html", f"claim: {ID}", f'href="claims/{ID}/"', 'href="claims/rms-norm-has-unit-size/"'),
    ("index.html", "equation: layer_norm", r"x - \mu", r"x + \mu"),
    ("writing/index.html", "code: layer_norm", ">centred<", ">centered<"),
]


@pytest.mark.parametrize(("path", "marker", "old", "new"), FORGERIES)
def test_an_edited_stamp_fails(sited: Sited, path: str, marker: str, old: str, new: str):
    site, examined = sited
    where = line(site, path, f'data-stamp="{marker}"')
    edit(site, path, old, new)
    assert verified(site, examined) == [f"{path}:{where}: the stamp `{marker}` {NOT_NOW}"]


def test_a_deleted_stamp_fails(sited: Sited):
    site, examined = sited
    edit(site, "index.html", STAMP.findall(site["index.html"])[0], "")
    assert verified(site, examined) == [
        f"index.html:1: `claim: {ID}` of docs/index.md has no stamp (1 missing); build the site again"]


def test_a_marker_in_code_does_not_stand_for_a_stamp(sited: Sited):
    """The page shows the marker in a fence and carries the stamp; without the stamp one of two is missing."""
    site, examined = sited
    edit(site, "writing/index.html", STAMP.findall(site["writing/index.html"])[0], "")
    assert verified(site, examined) == [
        f"writing/index.html:1: `claim: {ID}` of docs/writing.md has no stamp (1 missing); build the site again"]


def test_a_claim_page_without_its_stamp_fails(sited: Sited):
    """The reader follows every other stamp to this page."""
    site, examined = sited
    edit(site, CLAIM_PAGE, STAMP.findall(site[CLAIM_PAGE])[0], "verified")
    assert [problem.split(": ")[0] for problem in verified(site, examined)] == [f"{CLAIM_PAGE}:1"]


@pytest.mark.parametrize(("old", "new", "lost"), [
    ("<strong>holds</strong>", "<strong>refuted</strong>", "holds"),
    ("Exact only for", "Exact even for", "Exact only for eps = 0."),
    ("<strong>holds</strong>", "<span>Verified by humans.</span><strong>holds</strong>", "holds"),
    ("<li>Exact", "<li>None.</li><li>Exact", "Exact only for eps = 0."),
])
def test_an_edited_claim_page_fails(sited: Sited, old: str, new: str, lost: str):
    site, examined = sited
    edit(site, CLAIM_PAGE, old, new)
    (problem,) = verified(site, examined)
    assert problem.startswith(f'{CLAIM_PAGE}:1: the page of `{ID}` does not say "{lost}')


@pytest.mark.parametrize("sentence", ["A false sentence. {}", "{} And before it."])
def test_a_stamp_that_nobody_asked_for_fails(sited: Sited, sentence: str):
    site, examined = sited
    stamp = STAMP.findall(site["index.html"])[0]
    site["index.html"] += f"<p>{sentence.format(stamp)}</p>"
    assert verified(site, examined) == [f"index.html:1: `claim: {ID}` has a stamp that docs/index.md has no marker for "
                                        "(1 too many); build again"]


def test_stamps_that_changed_places_fail(sited: Sited):
    site, examined = sited
    stamp = STAMP.findall(site["index.html"])[0]
    edit(site, "index.html", stamp, "")
    site["index.html"] += f"<p>A false sentence. {stamp}</p>"
    assert verified(site, examined) == [
        "index.html:1: the stamp `equation: layer_norm` is not where docs/index.md has its marker; "
        "build the site again"]


@pytest.mark.parametrize(("text", "problem"), [
    ("", "this is no list of claims"), ("[]", f"`{ID}` is not what it would be now"), ("[1]", "this is no list"),
])
def test_the_claims_for_programs_are_verified(sited: Sited, text: str, problem: str):
    _, examined = sited
    plain = [a.plain() for a in examined.assessments.values()]
    assert verify_json(json.dumps(plain), plain) == []
    said = verify_json(text, plain)
    assert said and any(line.startswith(f"claims/claims.json:1: {problem}") for line in said)
    forged = [{**claim, "status": "verified"} for claim in plain]
    assert len(verify_json(json.dumps(forged), plain)) == len(plain)


def test_the_hour_of_a_verdict_may_differ(sited: Sited):
    site, examined = sited
    edit(site, CLAIM_PAGE, 'Z">2', 'Z">1')
    assert verified(site, examined) == []


def test_a_generator_that_ignores_hooks_fails(sited: Sited):
    site, examined = sited
    site["index.html"] = STAMP.sub(f"<!-- claim: {ID} -->", site["index.html"])
    assert verified(site, examined) == [
        f"index.html:{line(site, 'index.html', '<!-- claim')}: the marker `claim: {ID}` was never filled; "
        "build with the hook, or run `refutable stamp`"]


def test_a_generator_that_drops_comments_fails(sited: Sited):
    site, examined = sited
    site = {path: re.sub(r"<!--.*?-->", "", STAMP.sub("", html)) for path, html in site.items()}
    said = verified(site, examined)
    assert f"index.html:1: `claim: {ID}` of docs/index.md has no stamp (1 missing); build the site again" in said


@pytest.mark.parametrize(("stamp", "message"), [
    ('<span data-stamp="claim: of-nobody" data-claim="of-nobody">verified</span>',
     "a stamp without a target: unknown claim `of-nobody`; see `refutable check`"),
    ('<span data-stamp="verified by hand">verified</span>', "`verified by hand` is no marker; remove the stamp"),
    (f'<span data-stamp="claim: {ID}">verified</span>', f"the stamp `claim: {ID}` {NOT_NOW}"),
])
def test_a_forged_stamp_fails(sited: Sited, stamp: str, message: str):
    site, examined = sited
    edit(site, "writing/index.html", "</body>", f"{stamp}\n</body>")
    where = line(site, "writing/index.html", stamp)
    assert verified(site, examined) == [f"writing/index.html:{where}: {message}"]


@pytest.mark.parametrize(("path", "old", "new"), [
    (f"claims/layer-norm/{ID}.py", "layer_norm(x, eps=0.0))", "layer_norm(x, eps=0.1))"),  # another verdict
    (f"claims/layer-norm/{ID}.py", "(5, 3,", "(5, 4,"),  # the same verdict of another check
    (f"claims/layer-norm/{ID}.yaml", "eps = 0.", "eps = 0 and width 2."),
    (f"claims/layer-norm/{ID}.yaml", "evidence: derived", "evidence: measured"),
])
def test_a_site_from_before_an_edit_fails(sited: Sited, tmp_path: Path, path: str, old: str, new: str):
    site, examined = sited
    root = tmp_path / "edited"
    shutil.copytree(examined.corpus.root, root)
    replace(root / path, old, new)
    said = verified(site, examine(root, Progress()))
    assert {problem.split(":")[0] for problem in said} == {
        "index.html", "writing/index.html", "claims/index.html", CLAIM_PAGE}
    stale = f"the stamp `claim: {ID}` {NOT_NOW}"
    assert all(problem.endswith(stale) or " does not say " in problem for problem in said)


def test_a_missing_page_fails(sited: Sited):
    site, examined = sited
    for path in ("writing/index.html", CLAIM_PAGE):
        del site[path]
    assert verified(site, examined) == [
        "writing/index.html:1: docs/writing.md has markers and no page; build the site again",
        f"{CLAIM_PAGE}:1: the claim has no page; build the site with the hook"]


def test_an_empty_site_fails(sited: Sited):
    assert len(verified({}, sited[1])) == 2 + 3 + 3 + 2  # pages, claims' pages, rows of the index, index and sources


@pytest.mark.parametrize(("path", "old", "new", "lost"), [
    ("claims/index.html", "3 claims: ", "999 claims: ", "3 claims: 3 checked."),
    ("sources/index.html", "Seen: ", "Seen: all of ", "Seen: "),
    ("sources/index.html", "https://arxiv.org/", "https://example.org/", "https://arxiv.org/"),
])
def test_an_edited_list_or_address_fails(sited: Sited, path: str, old: str, new: str, lost: str):
    site, examined = sited
    edit(site, path, old, new)
    said = verified(site, examined)
    assert len(said) == 1 and f'does not say "{lost}' in said[0]


def test_a_page_of_a_claim_that_does_not_exist_fails(sited: Sited):
    site, examined = sited
    site["claims/gone/index.html"] = "<p>verified</p>"
    assert verified(site, examined) == ["claims/gone/index.html:1: there is no claim `gone`; remove the page"]


def test_pages_may_be_files_instead_of_folders(sited: Sited):
    site, examined = sited
    flat = {path if path == "index.html" else path.replace("/index.html", ".html"): html for path, html in site.items()}
    assert verified(flat, examined) == []
