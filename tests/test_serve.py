"""`mkdocs serve`, plain and quick: whatever is edited changes what is served, and nothing is built twice."""

import json
import shutil
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from corpora import HOOK, add_check, replace
from sites import SETTINGS, mkdocs

from refutable.library import read_corpus
from refutable.recording import current_code

ID, OTHER = "layer-norm-ignores-scale", "rms-norm-has-unit-size"
PATIENCE = 30  # seconds; a change is served within two on an idle machine
QUICK = HOOK.with_name("build_less.py")
# Numbers every building of a page.
COUNT = """\
import itertools

NUMBERS = itertools.count()


def on_post_page(output, **_):
    return f"{output}<!-- built {next(NUMBERS)} -->"
"""


ROWS = f'''"""What was recorded of two numbers."""

from refutable import equal, experiment, mutant

TABLES = {{"rows": {{"columns": {{"number": "number", "word": "word"}}, "claims": {{"1": "{OTHER}"}}}}}}


@experiment(number=(1, 2))
def row(number):
    return {{"word": "odd" if number % 2 else "even"}}


def check(recording):
    equal("words", [run["outcome"]["word"][:1] for run in recording["runs"]], ["o", "e"])


@mutant("recording")
def all_are_odd(recording):
    """Knows odd numbers alone."""
    recording["runs"][1]["outcome"]["word"] = "odd"
    return recording


@mutant("recording")
def all_are_even(recording):
    """Knows even numbers alone."""
    recording["runs"][0]["outcome"]["word"] = "even"
    return recording
'''


def record_rows(root: Path) -> None:
    """A claim with a recording, whose table has a row of another claim."""
    check = add_check(root, "recorded-rows", ROWS)
    corpus = read_corpus(root)
    runs = [{"with": {"number": number}, "outcome": {"word": word}} for number, word in ((1, "odd"), (2, "even"))]
    made = {"code": current_code(corpus, corpus.entries["recorded-rows"]), "grid": {"number": [1, 2]},
            "date": "2026-01-02", "environment": {"platform": "Linux"}, "runs": runs}
    check.with_suffix(".json").write_text(json.dumps(made))


@dataclass(frozen=True)
class Server:
    root: Path
    address: str
    log: Path
    quick: bool

    def page(self, path: str = "") -> str:
        try:
            with urllib.request.urlopen(self.address + path, timeout=5) as answer:
                text: str = answer.read().decode("utf-8")
                return text
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return ""

    def builds(self) -> int:
        return self.log.read_text(encoding="utf-8").count("Documentation built in")

    def becomes(self, true: Callable[[], bool]) -> bool:
        end = time.monotonic() + PATIENCE
        while not true():
            if time.monotonic() > end:
                return False
            time.sleep(0.1)
        return True


@pytest.fixture(scope="module", params=[False, True], ids=["plain", "quick"])
def server(request: pytest.FixtureRequest, judged_once: Path, tmp_path_factory: pytest.TempPathFactory
           ) -> Iterator[Server]:
    folder, quick = tmp_path_factory.mktemp("serve"), bool(request.param)
    root, log = folder / "corpus", folder / "log.txt"
    shutil.copytree(judged_once, root)
    (root / "docs/quiet.md").write_text("# A quiet page\n\nIt names no claim.\n")
    (root / "docs/citing.md").write_text(f"# A citing page\n\nSo it is. <!-- claim: {OTHER} -->\n")
    (root / "docs/rows.md").write_text("# A table\n\n<!-- table: recorded-rows.rows -->\n")
    record_rows(root)
    (folder / "count.py").write_text(COUNT)
    searched = SETTINGS.replace("theme: mkdocs", "theme: material").replace("plugins: []", "plugins: [search]")
    settings = f"{searched}hooks: [{HOOK}, {QUICK}, {folder / 'count.py'}]\n"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    arguments = ["serve", *["--dirty"] * quick, "--dev-addr", address]
    with log.open("w", encoding="utf-8") as file, mkdocs(root, *arguments, settings=settings, log=file) as process:
        server = Server(root, f"http://{address}/", log, quick)
        try:
            assert server.becomes(lambda: "Serving on" in log.read_text()), log.read_text()
            yield server
        finally:
            process.kill()


def edited(server: Server, path: str, old: str, new: str, page: str, shows: str) -> bool:
    """Whether a page that did not show a text does so after an edit."""
    assert server.page(page) and shows not in server.page(page)
    replace(server.root / path, old, new)
    return server.becomes(lambda: shows in server.page(page))


@pytest.mark.parametrize(("path", "old", "new", "page", "shows"), [
    ("docs/index.md", "does not matter", "matters not", "", "matters not"),
    ("docs/index.md", "# Norms", f"# Norms\n\nSize. <!-- claim: {OTHER} -->", "", f'data-claim="{OTHER}"'),
    ("sources/ba-2016-layernorm.yaml", "title: Layer", "title: Another Layer", "sources/", "Another Layer Norm"),
    (f"claims/layer-norm/{ID}.yaml", "Exact only for", "Exact for", f"claims/{ID}/", "Exact for eps"),
    ("claims/reference/layer_norm.py", r"\mu}", r"m}", "", "x - m}"),
    (f"claims/layer-norm/{ID}.py", "layer_norm(7 * x", "7 * layer_norm(x", "", ">refuted</a>"),
], ids=["page", "marker", "source", "record", "reference", "check"])
def test_an_edit_is_served(server: Server, path: str, old: str, new: str, page: str, shows: str):
    assert edited(server, path, old, new, page, shows), server.log.read_text()


def test_a_quick_server_leaves_alone_what_an_edit_of_a_claim_does_not_change(server: Server):
    def numbers() -> list[str]:
        return [server.page(path).rpartition("<!-- built ")[2] for path in ("quiet/", "sources/", "citing/")]

    before = numbers()
    check, right = f"claims/rms-norm/{OTHER}.py", "def check(rms_norm):"
    assert edited(server, check, right, f"{right}\n    assert 0, 1", "citing/", ">refuted</a>")
    assert server.becomes(lambda: numbers()[2] != before[2])
    assert (numbers()[:2] == before[:2]) is server.quick
    assert server.page("citing/").count("A quiet page") == server.page("quiet/").count("A citing page") == 1
    assert edited(server, check, "\n    assert 0, 1", "", "citing/", ">checked</a>")

    time.sleep(1)
    assert server.becomes(lambda: '"docs"' in server.page("search/search_index.json"))  # it is written last
    index = [entry["location"] for entry in json.loads(server.page("search/search_index.json"))["docs"]]
    assert {"", "quiet/", "citing/", f"claims/{OTHER}/"} <= set(index) and len(set(index)) == len(index)
    assert edited(server, "docs/quiet.md", "A quiet page", "A silent page", "citing/", "A silent page")


def test_a_table_shows_what_its_rows_are_worth_and_what_was_recorded(server: Server):
    check, right = f"claims/rms-norm/{OTHER}.py", "def check(rms_norm):"
    assert server.becomes(lambda: ">checked</a></td>" in server.page("rows/"))
    assert edited(server, check, right, f"{right}\n    assert 0, 1", "rows/", ">refuted</a></td>")
    assert edited(server, check, "\n    assert 0, 1", "", "rows/", ">checked</a></td>")
    assert edited(server, "claims/written/recorded-rows.json", '"even"', '"evenly so"', "rows/", "evenly so")


def test_what_is_deleted_is_served_no_more(server: Server):
    claim = server.root / f"claims/rms-norm/{OTHER}"
    texts = {path: path.read_text() for path in (claim.with_suffix(".yaml"), claim.with_suffix(".py"),
                                                 server.root / "docs/quiet.md")}
    for path in texts:
        path.unlink()
    assert server.becomes(lambda: not server.page(f"claims/{OTHER}/") and not server.page("quiet/"))
    for path, text in texts.items():
        path.write_text(text)
    assert server.becomes(lambda: ">checked</a>" in server.page("citing/") and "It names" in server.page("quiet/"))


def test_a_broken_record_is_shown_and_the_server_lives_on(server: Server):
    record, page = f"claims/rms-norm/{OTHER}.yaml", f"claims/{OTHER}/"
    message = f"{record}:2: evidence `derved` is unknown; did you mean `derived`?"
    assert edited(server, record, "evidence: derived", "evidence: derved", page, message)
    assert ">unproven</a>" in server.page(page)
    assert message in server.log.read_text()
    assert edited(server, record, "evidence: derved", "evidence: derived", page, ">checked</a>")


def test_a_check_that_is_no_python_is_shown_and_the_server_lives_on(server: Server):
    check, page = f"claims/rms-norm/{OTHER}.py", f"claims/{OTHER}/"
    message = f"{check}:8: this is not Python: expected &#39;:&#39;; correct the syntax"
    assert edited(server, check, "def check(rms_norm):", "def check(rms_norm)", page, message)
    assert edited(server, check, "def check(rms_norm)", "def check(rms_norm):", page, ">checked</a>")


def test_nothing_is_built_for_ever(server: Server):
    """What a build writes must not look like an edit."""
    assert edited(server, "docs/index.md", "# Norms", "# All norms", "", "All norms")
    time.sleep(1)
    before = server.builds()
    assert before >= 2
    time.sleep(3)
    assert server.builds() == before
    assert "Traceback" not in server.log.read_text()
