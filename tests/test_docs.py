"""What the pages of this knowledge base promise about themselves."""

import re
from collections import Counter
from pathlib import Path

import pytest

from refutable.judge import Progress, judge
from refutable.library import read_corpus
from refutable.rules import lint

DOCS = Path(__file__).parent.parent / "docs"
CONCEPTS = sorted(p for p in (DOCS / "concepts").glob("*.md") if p.stem != "index")
SECTIONS = ["Intuition", "Mathematics", "Code", "See it", "Check yourself", "Caveats", "Further reading"]
PARTS = ["short", "full", "follow-ups", "weak", "rubric"]


def front_matter(text: str) -> dict[str, str]:
    return dict(re.findall(r"(?m)^(\w+): *(.+)$", text.split("---")[1]))


def test_the_claim_that_contributing_teaches_is_one(tmp_path: Path):
    """Pasted as it stands, beside the reference and the source that it names."""
    root, taught = DOCS.parent, (DOCS.parent / "CONTRIBUTING.md").read_text()
    ids = set(re.findall(r"refutable new (\S+)", taught))
    assert len(ids) == 1
    stem = f"claims/{ids.pop()}"
    for path in ("claims/reference/rms_norm.py", "sources/zhang-2019-rmsnorm.yaml"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text((root / path).read_text())
    for language, suffix in (("yaml", ".yaml"), ("python", ".py")):
        block = re.search(rf"```{language}\n(# {stem}{re.escape(suffix)} .*?)```", taught, re.DOTALL)
        assert block and not (root / f"{stem}{suffix}").exists()
        (tmp_path / f"{stem}{suffix}").parent.mkdir(exist_ok=True)
        (tmp_path / f"{stem}{suffix}").write_text(block[1])
    corpus = read_corpus(tmp_path)
    assert list(lint(corpus)) == []
    assert [j.verdict.reason for j in judge(corpus, Progress()).values()] == [
        "passes with the references and fails on all 3 mutants"]


def questions() -> list[tuple[Path, str, str]]:
    """Page, id and level of every interview question."""
    return [(page, m[1], m[2]) for page in sorted((DOCS / "interview").glob("*.md"))
            for m in re.finditer(r'(?m)^## .+\{ #([\w-]+) \.question data-level="(\w+)" \}$', page.read_text())]


def test_there_are_as_many_pages_as_promised():
    assert len(CONCEPTS) >= 18


@pytest.mark.parametrize("page", CONCEPTS, ids=lambda p: p.stem)
def test_a_concept_page_has_its_sections_in_order_and_its_facts(page):
    text = page.read_text()
    assert re.findall(r"(?m)^## (.+?)\s*(?:\{.*\})?$", text) == SECTIONS
    facts = front_matter(text)
    assert facts["difficulty"] in "12345" and facts["minutes"].isdigit()
    assert facts["mathematics"] in ("none", "algebra", "linear algebra", "calculus")
    assert '!!! abstract "Before you start"' in text
    known = {p.stem for p in CONCEPTS}
    for key in ("prerequisites", "next"):
        assert set(re.findall(r"[\w-]+", facts[key])) <= known


def test_the_index_of_concepts_says_what_the_pages_say():
    index = (DOCS / "concepts/index.md").read_text()
    for page in CONCEPTS:
        facts = front_matter(page.read_text())
        row = next(line for line in index.splitlines() if f"]({page.stem}.md) |" in line)
        assert row.endswith(f"| {facts['difficulty']} of 5 | {facts['mathematics']} | {facts['minutes']} |")


def test_every_question_has_all_its_parts():
    found = questions()
    assert len(found) >= 50
    assert len({id for _, id, _ in found}) == len(found)
    for page, id, level in found:
        assert level in ("easy", "medium", "hard")
        text = page.read_text()
        places = [text.index(f"{{ #{id}-{part} }}") for part in PARTS]
        assert places == sorted(places), f"{page.name}: {id}"


def test_the_index_of_questions_counts_them():
    rows = {m[1]: [int(n) for n in m[2].split("|")] for m in re.finditer(
        r"\]\(([\w-]+\.md)\) \| [^|]+ \| ([\d |]+) \|", (DOCS / "interview/index.md").read_text())}
    counted: dict[str, Counter[str]] = {}
    for page, _, level in questions():
        counted.setdefault(page.name, Counter())[level] += 1
    assert rows == {name: [c["easy"], c["medium"], c["hard"], c.total()] for name, c in counted.items()}


def test_every_misconception_says_what_is_tempting_and_what_is_true():
    found = 0
    for page in sorted((DOCS / "misconceptions").glob("*.md")):
        for entry in re.split(r"(?m)^## (?=.+\.misconception \}$)", page.read_text())[1:]:
            found += 1
            for part in ("**Why it is tempting.**", "**What is true.**", "**Where it matters.**"):
                assert part in entry, f"{page.name}: {entry.splitlines()[0]} has no {part}"
    assert found >= 55


def test_the_glossary_and_its_hover_texts_are_in_step():
    hover = re.findall(r"(?m)^\*\[(.+?)\]: (.+)$", (DOCS.parent / "includes/glossary.md").read_text())
    assert len({text for _, text in hover}) >= 45
    glossary = re.sub(r"<!--.*?-->|\]\([^)]*\)|[\[*`$\\]", "", (DOCS / "glossary.md").read_text())
    words = " ".join(glossary.split())
    assert [text for _, text in hover if re.sub(r"[`$*\\]", "", text) not in words] == []


def test_no_table_has_an_empty_heading():
    """A screen reader says nothing there."""
    empty = re.compile(r"(?m)^\|(?:[^\n]*\|)?[ \t]*\|[^\n]*\n\|(?:[ \t]*:?-+:?[ \t]*\|)+$")
    assert empty.search("| | text |\n| --- | --- |") and not empty.search("| a | b |\n| --- | --- |\n| | x |")
    assert [p.name for p in DOCS.rglob("*.md") if empty.search(p.read_text(encoding="utf-8"))] == []
