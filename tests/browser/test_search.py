"""What a reader types finds what answers it: a question its answers, a claim's sentence the claim, a word its page."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

SITE = Path(__file__).parent.parent.parent / "site"
FIRST = ".md-search-result__item:first-child a.md-search-result__link"


@pytest.fixture
def found(open_page):
    page = open_page("concepts/layer-norm/")
    page.wait_for_load_state("networkidle")
    page.keyboard.press("/")

    def search(text: str, place: str) -> None:
        """That the first result is a page, or a section of it."""
        page.locator(".md-search__input").fill(text)
        page.keyboard.press("End")  # Material waits for a key
        expect(page.locator(".md-search-result__meta")).to_contain_text("matching document", timeout=20_000)
        expect(page.locator(f"{FIRST}[href*='/{place}']").first).to_be_visible(timeout=20_000)

    return search


def test_questions_find_their_answers(found):
    questions = json.loads((SITE / "practice/questions.json").read_text(encoding="utf-8"))
    for question in [q for q in questions if "$" not in q["question"] and "`" not in q["question"]][::9]:
        found(question["question"], question["url"].partition("#")[0])


def test_sentences_find_their_claims_and_words_their_pages(found):
    found("LayerNorm ignores a shift of its input for every eps", "claims/layer-norm-ignores-shift/")
    found("residual stream", "concepts/residual-stream/")
    for words in ("pre-norm", "pre norm vs post norm", "post-norm", "prenorm"):
        found(words, "concepts/pre-norm-and-post-norm/")
    for word, page in (("warmup", "warmup"), ("qk norm", "qk-norm"), ("identity path", "identity-path")):
        found(word, f"concepts/{page}/")
    found("parallel blocks", "concepts/parallel-blocks/")


def test_what_opens_at_a_stamp_is_not_searched():
    index = (SITE / "search/search_index.json").read_text(encoding="utf-8")
    assert "wrong versions that it was given" not in index
