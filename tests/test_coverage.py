"""Coverage: sentences are cut and sorted as a reader would, counted once, and the ratchet only tightens."""

from collections.abc import Callable
from pathlib import Path

import pytest
from corpora import Command, replace
from sites import mkdocs

from refutable.coverage import PageCoverage, Support, cover, cover_page, footer, share
from refutable.mood import Mood
from refutable.ratchet import Allowed, problems_of_all, read_ratchet, tightened
from refutable.sentences import sentences
from refutable.status import Status

ID = "layer-norm-ignores-scale"
CLAIM, SOURCE = f"<!-- claim: {ID} -->", "[Ba](../sources/index.md#ba)"
CLAIMS = {ID: Status.CHECKED, "read": Status.AI_READ, "signed": Status.VERIFIED, "idle": Status.UNCHECKED,
          "false": Status.REFUTED, "empty": Status.UNPROVEN}


def covered(text: str) -> PageCoverage:
    return cover_page("concepts/a.md", text, CLAIMS, {"ba"})


def texts(text: str) -> list[str]:
    return [sentence.text for sentence in sentences(text)]


@pytest.mark.parametrize(("text", "cut"), [
    ("One sentence. Another one.", ["One sentence.", "Another one."]),
    ("One sentence\nover two lines. Another\none.", ["One sentence over two lines.", "Another one."]),
    ("It holds, e.g. at zero. So it does, i.e. there.", ["It holds, e.g. at zero.", "So it does, i.e. there."]),
    ("Ba et al. Show it (cf. Fig. 3). See eq. (2), sec. 4 and no. 5.",
     ["Ba et al. Show it (cf. Fig. 3).", "See eq. (2), sec. 4 and no. 5."]),
    ("Is it so? No. It is not.", ["Is it so?", "No.", "It is not."]),
    ("It is 0.707 at 1e-5. And 3.14 is not. 2 remain.", ["It is 0.707 at 1e-5.", "And 3.14 is not.", "2 remain."]),
    ("Of $x. Y$ and $$a. B$$ nothing. $x$ is next.", ["Of $x. Y$ and nothing.", "$x$ is next."]),
    ("Call `a. B` twice. `c` once.", ["Call `a. B` twice.", "`c` once."]),
    ("See [A. B](c.d#e. F) twice. Then not.", ["See [A. B](c.d#e. F) twice.", "Then not."]),
    ('He says "A. B. C." Then more.', ['He says "A. B. C."', "Then more."]),
    ("The nn.Transformer adds one. llama.cpp does\nnot.", ["The nn.Transformer adds one. llama.cpp does not."]),
    ("The norm adds one.\nllama.cpp does not.", ["The norm adds one.", "llama.cpp does not."]),
    ("(This holds too.) That does not.", ["(This holds too.)", "That does not."]),
    ("*Which one is it?* float64 first.", ["*Which one is it?*", "float64 first."]),
    ("**Epsilon.**\nIt matters. **Why it matters.** It does.", ["It matters.", "It does."]),
    ("1. *Tokens alike.* They are. 2 more.", ["They are.", "2 more."]),
    ("- First item.\n- Second item,\n  on two lines.\n\n    More of it.",
     ["First item.", "Second item, on two lines.", "More of it."]),
    ("1. One. Two.\n2) Three.", ["One.", "Two.", "Three."]),
    ('!!! note "A title. With two."\n\n    Inside. Still.\n\nOutside.', ["Inside.", "Still.", "Outside."]),
    ('=== "Tab"\n\n    ??? question "Is it?"\n\n        Deep.', ["Deep."]),
    ("> Quoted. Twice.", ["Quoted.", "Twice."]),
    ("Term\n:   Explained. Twice.", ["Term", "Explained.", "Twice."]),
    ("Told.[^1]\n\n[^1]: In a note. Yes.", ["Told.[^1]", "In a note.", "Yes."]),
    ("| a | b |\n| --- | --- |\n| One. Two. | three |\n| four | five |",
     ["| One. Two. | three |", "| four | five |"]),
    ("# Title. With two.\n\nText. { .class }\n\n---\n\n*[LN]: Layer norm.\n[link]: https://a.b", ["Text."]),
    ("---\ntitle: A. B.\n---\nText.", ["Text."]),
    ("```python\nA. B.\n```\n\n    ~~~\n    C. D.\n    ~~~\n\nText.", ["Text."]),
    ("<div class='a. B'>\n<p>Inside. Twice.</p>\n</div>\n<script>\nA. B.\n</script>", ["Inside.", "Twice."]),
    ("<!-- A comment. With two. -->\nText.", ["Text."]),
    ("", []),
])
def test_sentences_are_cut_where_a_reader_would(text: str, cut: list[str]):
    assert texts(text) == cut


def test_a_sentence_knows_its_line():
    page = "---\ntitle: A\n---\n\n# A\n\nOne here. Two\nhere.\nThree here.\n\n- Four here.\n\n" \
        "| a | b |\n|---|---|\n| c | d |\n"
    assert [(s.line, s.text) for s in sentences(page)] == [
        (7, "One here."), (7, "Two here."), (9, "Three here."), (11, "Four here."), (15, "| c | d |")]


@pytest.mark.parametrize(("text", "mood"), [
    ("The norm acts on the sum.", Mood.ASSERTION),
    ("Neither, it is a third placement", Mood.ASSERTION),
    ("What does it do?", Mood.QUESTION),
    ("- *What does it do?* Nothing at all.", Mood.QUESTION),
    ("Take the branch and scale it.", Mood.INSTRUCTION),
    ("To run it, type `refutable check`.", Mood.INSTRUCTION),
    ("So compare outputs, not keys.", Mood.INSTRUCTION),
    ("See [A norm: it is what it is, and it was](b.md).", Mood.INSTRUCTION),
    ("Take it away: the gradient vanishes in every block.", Mood.ASSERTION),
    ("Feed-forward branches write more than attention.", Mood.ASSERTION),
    ("Scale invariance holds at every depth.", Mood.ASSERTION),
    ("Test loss is not what decides here.", Mood.ASSERTION),
    ("Let the writes have mean square one.", Mood.INSTRUCTION),
    ("Suppose training fails at some depth.", Mood.INSTRUCTION),
    ("Ask what is left of it.", Mood.INSTRUCTION),
    ("Multiply the input by two and the Jacobian is halved.", Mood.ASSERTION),
    (f"Follow the stream, not the calls. {CLAIM}", Mood.ASSERTION),
    ('"The norm comes first, so it is pre-norm."', Mood.QUOTATION),
    (f'"The norm comes first, so it is pre-norm." {CLAIM}', Mood.QUOTATION),
    ('The name says "centred", and it does centre.', Mood.ASSERTION),
    ("> The norm comes first in every block.", Mood.QUOTATION),
    ("Three shortcuts that fail:", Mood.LEAD_IN),
    (f"By hand, it is exact: {CLAIM}", Mood.ASSERTION),
    ("**Two more placements.**", Mood.FRAGMENT),
    ("Six moves.", Mood.FRAGMENT),
    (f"Two. {CLAIM}", Mood.ASSERTION),
    ("This page picks no winner here. <!-- prose -->", Mood.REMARK),
    ("## A\n\n<!-- prose -->\n\nThe pages come in this order.", Mood.REMARK),
    ("## Further reading\n\n- [Ba](b.md): the definition of it all.", Mood.APPARATUS),
    ("### Grade yourself { #a }\n\n- You said that it holds.", Mood.APPARATUS),
    ('!!! abstract "Before you start"\n\n    - You will know it all.', Mood.APPARATUS),
    ("## Further reading\n\nIt is said.\n\n## Next\n\nIt is said here.", Mood.APPARATUS),
    ("| a | b |\n|---|---|\n| [A](a.md) | What is it? | 1 of 5 |", Mood.QUESTION),
    ("| a | b |\n|---|---|\n| What is it? | It is a third placement. |", Mood.ASSERTION),
    ("| a | b |\n|---|---|\n| alone | |", Mood.FRAGMENT),
    (f"| a | b |\n|---|---|\n| alone | {CLAIM} |", Mood.ASSERTION),
])
def test_the_first_sentence_does_this(text: str, mood: Mood):
    assert sentences(text)[0].mood is mood


def test_what_is_set_aside_ends_where_it_should():
    page = "## A\n\n<!-- prose -->\n\nOne is here now.\n\n### B\n\nTwo is here now.\n\n" \
        '!!! note "Before you start"\n\n    Three is here now.\n\nFour is here now.\n'
    assert [s.mood for s in sentences(page)] == [Mood.REMARK, Mood.ASSERTION, Mood.APPARATUS, Mood.ASSERTION]


@pytest.mark.parametrize(("text", "support"), [
    (f"It holds in general. {CLAIM}", [Support.CLAIM]),
    (f"It holds in general.\n{CLAIM}", [Support.CLAIM]),
    (f"One holds in general. Two holds in general. {CLAIM}", [Support.NOTHING, Support.CLAIM]),
    (f"One holds in general. {CLAIM} Two holds in general.", [Support.CLAIM, Support.NOTHING]),
    (f"One holds in general. {CLAIM} two holds in general.", [Support.CLAIM, Support.NOTHING]),
    ("It holds in general. <!-- claim: read --> <!-- claim: signed -->", [Support.CLAIM]),
    ("It holds in general. <!-- claim: false -->", [Support.NOTHING]),
    ("It holds in general. <!-- claim: empty -->", [Support.NOTHING]),
    ("It holds in general. <!-- claim: unknown -->", [Support.NOTHING]),
    (f"It holds in general. {CLAIM} <!-- claim: false -->", [Support.NOTHING]),
    ("It holds in general. <!-- claim: idle -->", [Support.UNCHECKED]),
    (f"It holds in general ({SOURCE}).", [Support.SOURCE]),
    (f"It holds in general ({SOURCE}). {CLAIM}", [Support.CLAIM]),
    (f"It holds in general ({SOURCE}). <!-- claim: false -->", [Support.NOTHING]),
    ("It holds in general ([Ba](../sources/#ba), [b](x.md)).", [Support.SOURCE]),
    ("It holds in general ([Ba](../sources/index.md#nobody)).", [Support.NOTHING]),
    ("It holds in general ([Ba](../sources/index.md)).", [Support.NOTHING]),
    (f"It holds in general, `{CLAIM}` says.", [Support.NOTHING]),
    (f"One holds here. Two holds here.\n\n<!-- counterexample: {ID}.wrong -->", [Support.NOTHING, Support.CLAIM]),
    (f"One holds here.\n<!-- counterexample: {ID}.wrong -->\nTwo holds here.", [Support.CLAIM, Support.NOTHING]),
    ("It holds in general.\n\n<!-- counterexample: false.wrong -->", [Support.NOTHING]),
    (f"One holds here.\n\n## B\n\n<!-- counterexample: {ID}.wrong -->", [Support.NOTHING]),
    (f"One holds here.\n\n<!-- equation: e -->\n\n<!-- counterexample: {ID}.wrong -->", [Support.NOTHING]),
    ("One holds here.\n\n<!-- equation: e -->\n\n<!-- code: e -->", [Support.NOTHING]),
    (f"| a | b |\n|---|---|\n| c | d |\n| e {CLAIM} | f |\n| g | {SOURCE} |",
     [Support.NOTHING, Support.CLAIM, Support.SOURCE]),
    (f"| a | b |\n|---|---|\n| c | d |\n\n<!-- counterexample: {ID}.wrong -->", [Support.NOTHING]),
])
def test_what_a_sentence_rests_on(text: str, support: list[Support]):
    assert [rest.support for rest in covered(text).asserted] == support


def test_why_a_marker_does_not_cover():
    page = covered("One holds here. <!-- claim: false --> <!-- claim: unknown -->\nTwo holds ([Ba](../sources/#b)).")
    assert [rest.why for rest in page.asserted] == [
        "there is no claim `unknown`, `false` is refuted", "there is no source `b`"]


def test_only_the_folders_that_teach_are_counted():
    paths = ("index.md", "labs/a.md", "concepts.md", "concepts/b/c.md", "concepts/a.md", "interview/a.md")
    pages = dict.fromkeys(paths, "It holds in general.")
    assert [page.path for page in cover(pages, CLAIMS, ())] == ["concepts/a.md", "concepts/b/c.md", "interview/a.md"]


@pytest.mark.parametrize(("text", "said"), [
    (f"A holds here. {CLAIM}\nB holds here. {CLAIM}\nC holds ({SOURCE}).\nD holds here.",
     "2 of 4 sentences on this page rest on executed claims, 1 on a cited source."),
    (f"A holds here. {CLAIM}", "1 of 1 sentence on this page rests on executed claims."),
    ("A holds here. <!-- claim: idle -->\nB holds here.", "0 of 2 sentences on this page rest on executed claims, "
     "1 on claims that could not be run here."),
    ("Is it so?", "No sentence on this page asserts anything about its subject."),
])
def test_the_footer_is_computed(text: str, said: str):
    assert footer(covered(text)) == f'<p class="coverage" data-search-exclude>{said}</p>'


def test_the_share_leaves_out_what_could_not_be_judged():
    page = covered(f"A holds here. {CLAIM}\nB holds here.\nC holds here. <!-- claim: idle -->")
    assert share([page]) == 0.5
    assert share([]) == share([covered("Is it so?")]) == 1


def page_with(path: str, holding: int, bare: int, remarks: int = 0) -> PageCoverage:
    text = f"It holds in general. {CLAIM}\n" * holding + "It holds in general.\n" * bare + \
        "It is a page of ours. <!-- prose -->\n" * remarks
    return cover_page(path, text, CLAIMS, ())


def failures(ratchet: dict[str, Allowed], *pages: PageCoverage) -> list[str]:
    return [str(problem) for problem in problems_of_all(pages, ratchet)]


def test_the_ratchet_holds_what_was_reached():
    a, b = page_with("concepts/a.md", 9, 1, 1), page_with("concepts/b.md", 10, 0)
    good = {"concepts/a.md": Allowed(1, 1), "concepts/b.md": Allowed(0, 0)}
    assert failures(good, a, b) == []
    assert failures({**good, "concepts/a.md": Allowed(5, 5)}, a, b) == []
    assert failures({**good, "concepts/a.md": Allowed(0, 1)}, a, b) == [
        "docs/concepts/a.md:1: 1 assertive sentences rest on nothing, coverage.yaml allows 0; "
        "support or cut what `refutable coverage --list docs/concepts/a.md` names"]
    assert failures({**good, "concepts/a.md": Allowed(1, 0)}, a, b) == [
        "docs/concepts/a.md:1: 1 sentences are set aside by hand, coverage.yaml allows 0; "
        "support them, or raise the number by hand and say why in the commit"]
    assert failures({"concepts/a.md": Allowed(1, 1)}, a, b) == [
        "docs/concepts/b.md:1: coverage.yaml does not have this page; run `refutable coverage --tighten`"]
    assert failures({**good, "concepts/c.md": Allowed(0, 0, 9)}, a, b) == [
        "coverage.yaml:9: there is no page docs/concepts/c.md; did you mean `concepts/b.md`?"]


def test_there_is_a_least_share():
    poor, fair = page_with("concepts/a.md", 6, 4), page_with("concepts/b.md", 7, 3)
    good = page_with("concepts/c.md", 30, 0)
    ratchet = {page.path: Allowed(page.uncovered, 0) for page in (poor, fair, good)}
    assert failures(ratchet, poor, fair, good) == [
        "docs/concepts/a.md:1: 60% of its assertive sentences rest on a claim or a source, 70% have to; "
        "see `refutable coverage --list docs/concepts/a.md`"]
    del ratchet["concepts/a.md"], ratchet["concepts/c.md"]
    assert failures(ratchet, fair) == [
        "coverage.yaml:1: 70% of all assertive sentences rest on a claim or a source, 85% have to; "
        "see `refutable coverage --list`"]


def test_tightening_never_loosens():
    pages = [page_with("concepts/a.md", 9, 3, 0), page_with("concepts/b.md", 9, 1, 2), page_with("concepts/c.md", 1, 0)]
    before = {"concepts/a.md": Allowed(2, 1), "concepts/b.md": Allowed(4, 1), "concepts/gone.md": Allowed(9, 9)}
    after, problems = read_ratchet(tightened(pages, before))
    assert problems == []
    assert {path: (allowed.uncovered, allowed.remarks) for path, allowed in after.items()} == {
        "concepts/a.md": (2, 0), "concepts/b.md": (1, 1), "concepts/c.md": (0, 0)}


@pytest.mark.parametrize(("text", "what"), [
    ("a.md: {uncovered: 1}", "coverage.yaml:1: the entry of a.md has no `remarks`; add `remarks: ...`"),
    ("a.md: {uncovered: -1, remarks: 0}",
     "coverage.yaml:1: `uncovered` of a.md is a whole number; write a whole number from 0 on"),
    ("a.md: {uncovered: yes, remarks: 0}",
     "coverage.yaml:1: `uncovered` of a.md is text; write a whole number from 0 on"),
    ("- a.md", "coverage.yaml:1: this is no mapping of pages; write `page.md: {uncovered: 0, remarks: 0}`"),
])
def test_a_ratchet_that_cannot_be_read(text: str, what: str):
    assert [str(problem) for problem in read_ratchet(text)[1]] == [what]
    assert read_ratchet("# only a comment\n") == ({}, [])


@pytest.fixture
def taught(corpus: Path) -> Path:
    """A knowledge base with two pages that teach, one of them with a sentence that rests on nothing."""
    (corpus / "docs" / "concepts").mkdir()
    good, fair = (corpus / "docs" / "concepts" / name for name in ("a.md", "b.md"))
    good.write_text(f"# A\n\nThe scale does not matter. {CLAIM}\n" * 9, encoding="utf-8")
    fair.write_text(f"# B\n\n{f'The scale does not matter. {CLAIM}' * 1}\n" * 4 + "\nIt holds in general.\n",
                    encoding="utf-8")
    return corpus


def test_the_command(taught: Path, command: Command):
    assert command("coverage").code == 1  # not in the ratchet yet
    said = command("coverage", "--tighten", "--list")
    assert (said.code, said.out.splitlines()) == (0, [
        "docs/concepts/b.md:14: It holds in general.",
        "share  on claims  on sources  unchecked  on nothing  by hand  page",
        " 100%          9           0          0           0        0  concepts/a.md",
        "  80%          4           0          0           1        0  concepts/b.md",
        "  93%         13           0          0           1        0  2 pages",
        "Set aside: nothing."])
    assert command("coverage").code == 0
    with (taught / "docs/concepts/a.md").open("a") as page:
        page.write("\nIs it so? It holds in general.\n")
    worse = command("coverage", "concepts/a.md")
    assert worse.code == 1
    assert worse.out.splitlines()[-2:] == ["Set aside: 1 question.",
        "docs/concepts/a.md:1: 1 assertive sentences rest on nothing, coverage.yaml allows 0; "
        "support or cut what `refutable coverage --list docs/concepts/a.md` names"]
    assert command("coverage", "--tighten").code == 1, "what is worse is not written"
    assert command("coverage", "docs/concepts/b.md").code == 0
    every = command("coverage", "--all", "concepts").out.splitlines()
    assert "docs/concepts/a.md:29: question: Is it so?" in every
    assert "docs/concepts/a.md:29: nothing: It holds in general." in every
    assert "docs/concepts/b.md:3: claim: The scale does not matter." in every


def test_a_claim_that_falls_takes_its_sentences_along(taught: Path, command: Command):
    assert command("coverage", "--tighten").code == 0
    replace(taught / f"claims/layer-norm/{ID}.py", "7 * x, eps=0.0", "7 * x + x**2, eps=0.0")
    said = command("coverage", "--list", "concepts/a.md")
    assert said.code == 1
    assert said.out.splitlines()[0] == f"docs/concepts/a.md:3: The scale does not matter. (`{ID}` is refuted)"


@pytest.mark.parametrize(("arguments", "prepare", "said"), [
    (["nowhere"], None, "Error: no page `nowhere` is counted; see `refutable coverage`"),
    (["concepts/aa"], None, "Error: no page `concepts/aa` is counted; did you mean `concepts/a`?"),
    ([], lambda root: (root / "coverage.yaml").write_text("a: [\n"), "refutable: coverage.yaml:2: this is not YAML"),
    ([], lambda root: (root / "claims").rename(root / "assertions"), "refutable: there is no folder claims/"),
])
def test_what_cannot_be_read(taught: Path, command: Command, arguments: list[str],
                             prepare: Callable[[Path], object] | None, said: str):
    if prepare:
        prepare(taught)
    ran = command("coverage", *arguments)
    assert ran.code == 2 and said in ran.err and "Traceback" not in ran.err


def test_pages_say_it_themselves(taught: Path):
    build = mkdocs(taught, "build", "--strict")
    said = build.communicate()[0]
    assert build.returncode == 0, said
    page = (taught / "site/concepts/b/index.html").read_text(encoding="utf-8")
    assert page.count('class="coverage"') == 1
    assert "4 of 5 sentences on this page rest on executed claims." in page
    assert 'class="coverage"' not in (taught / "site/index.html").read_text(encoding="utf-8")
