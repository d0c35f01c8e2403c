"""MkDocs hook: what a reader can practise with: questions as files, plans, claim boxes, grounded questions, notes."""

import logging
import os
import subprocess
from pathlib import Path
from typing import Any, TypedDict

from markdown import Extension, Markdown
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink

from reader import home, practice_pages
from reader.anki_deck import deck
from reader.cards import card, sections
from reader.claim_box import basis_of, claim_box
from reader.grounded_question import ask, claim_question, note, page_question
from reader.interview_questions import Question, interview_pages, read_questions
from reader.question_files import questions_csv, questions_json
from refutable import copies
from refutable.examine import Examined

log = logging.getLogger("mkdocs.hooks.practice")

QUESTIONS, TABLE, DECK = "practice/questions.json", "practice/questions.csv", "practice/where-the-norm-goes.apkg"

# Of pages that are not built again, as in a quick `serve`, what was rendered before.
RENDERED: dict[str, dict[str, str]] = {}


class Practice(TypedDict):
    """What this hook keeps between the events of one build."""

    questions: tuple[Question, ...]
    rendered: dict[str, dict[str, str]]  # interview pages: what stands below each heading, stamped, with its TeX


class Elements(Extension):
    """Lets Markdown stand inside our elements, as `<norm-quiz markdown>`."""

    def extendMarkdown(self, md: Markdown) -> None:
        md.block_level_elements.extend(practice_pages.ELEMENTS)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Read the questions; what is wrong with one is a warning, so that --strict fails."""
    questions, problems = read_questions(interview_pages(_examined(config).corpus.pages))
    for problem in problems:
        log.warning("%s", problem)
    config.extra["practice"] = Practice(questions=questions, rendered=RENDERED)
    config.markdown_extensions.append(Elements())  # type: ignore[arg-type]  # an instance is accepted
    return config


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the files; the deck's content comes when the pages are rendered, but links to it are checked before."""
    questions, examined = _practice(config)["questions"], _examined(config)
    for path, text in (
        (QUESTIONS, questions_json(questions, examined.assessments)),
        (TABLE, questions_csv(questions, examined, config.site_url or "")),
        (DECK, ""),
    ):
        files.append(File.generated(config, path, content=text, inclusion=InclusionLevel.NOT_IN_NAV))
    return files


def on_page_content(html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """After the stamps and before the mathematics."""
    path, to_root = page.file.src_uri, "../" * page.url.count("/")
    practice, examined = _practice(config), _examined(config)
    folder = path.partition("/")[0]
    if path == "index.md":
        return _home(html, examined, len(practice["questions"]))
    if path == copies.MODEL:
        page.toc.items[0].children.append(AnchorLink("Ask about this claim", "ask", 2))
    elif folder == "claims" and page.file.name in examined.assessments:
        a = examined.assessments[page.file.name]
        text = claim_question(a, examined.corpus.sources, f"{config.site_url or ''}{page.url}")
        return f"{html}\n{ask(text, 'claim')}\n{note(page.url, str(page.title))}"
    elif folder == "concepts" and "difficulty" in page.meta:
        basis = basis_of(examined.corpus.pages[path], examined)
        text = page_question(str(page.title), basis, f"{config.site_url or ''}{page.url}")
        _contents(page, ("What this page rests on", "basis"), ("Ask about this page", "ask"))
        return "\n".join([html, claim_box(basis, to_root, practice["questions"]), ask(text, "page"),
                          note(page.url, str(page.title))])
    elif folder == "interview":
        practice["rendered"][path] = sections(html)
        for question in page.toc.items[0].children if page.toc.items else ():
            question.children.clear()  # the parts of an answer have the same names everywhere
    elif folder == "practice":
        return practice_pages.fill(html, practice["questions"], examined.corpus.pages, to_root)
    return html


def on_env(env: Any, *, config: MkDocsConfig, files: Files) -> None:
    """Now all pages are rendered: make the deck of what they say."""
    practice, examined = _practice(config), _examined(config)
    cards = []
    for q in practice["questions"]:
        file, rendered = files.get_file_from_path(q.page), practice["rendered"].get(q.page)
        if file and rendered:
            cards.append(card(q, rendered, examined.assessments, f"{config.site_url or ''}{file.url}"))
    target = files.get_file_from_path(DECK)
    if target:
        root = Path(config.config_file_path).parent
        target.content_bytes = deck(cards, _dated(root), f"From {config.site_url}. {config.copyright}")


def _home(html: str, examined: Examined, questions: int) -> str:
    html = home.fill(html, examined, questions)
    try:
        return home.fill_live(html, examined)
    except home.NotAlive as error:
        log.warning("index.md: %s", error)
        return html


def _contents(page: Page, *entries: tuple[str, str]) -> None:
    """Add to the table of contents what was added to the page."""
    if page.toc.items:
        page.toc.items[0].children.extend(AnchorLink(title, id, 2) for title, id in entries)


def _dated(root: Path) -> int:
    """When the questions were last touched: by the commit, or by the newest file where they differ from it."""
    if "SOURCE_DATE_EPOCH" in os.environ:
        return int(os.environ["SOURCE_DATE_EPOCH"])
    pages = root / "docs/interview"
    git = ["git", "-C", str(pages)]
    committed = subprocess.run([*git, "log", "-1", "--format=%ct"], capture_output=True, text=True)
    clean = subprocess.run([*git, "diff", "--quiet", "HEAD", "--", "."], capture_output=True)
    if committed.returncode == 0 and clean.returncode == 0:
        return int(committed.stdout)
    return max(int(path.stat().st_mtime) for path in pages.glob("*.md"))


def _practice(config: MkDocsConfig) -> Practice:
    practice: Practice = config.extra["practice"]
    return practice


def _examined(config: MkDocsConfig) -> Examined:
    examined: Examined = config.extra["refutable"]
    return examined
