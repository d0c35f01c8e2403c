"""The summary counts what there is, once."""

from pathlib import Path

from corpora import RECORD, Command, add_check

from refutable.summary import summary

CHECK = '''"""Never runs here."""
from refutable import equal, mutant

def check(layer_norm):
    equal("nothing", 1, 1)

@mutant("layer_norm")
def wrong(x):
    """Wrong."""
'''
PAGE = """# A

## Is it so? { #so .question level="easy" }

## "It is so." { .misconception #it-is-so }

```
## Not this. { .question }
```
"""


def test_the_summary_counts(corpus: Path, command: Command):
    add_check(corpus, "elsewhere", CHECK, RECORD.replace("derived", "shipped") + "requires: [framework_of_nobody]\n")
    for folder in ("concepts", "interview"):
        (corpus / "docs" / folder).mkdir()
        for name in ("index.md", "a.md"):
            (corpus / "docs" / folder / name).write_text(PAGE, encoding="utf-8")
    said = command("check", "--summary")
    assert (said.code, said.out.splitlines()) == (0, [
        "claims: 4",
        "by status: 3 checked, 1 unchecked",
        "by evidence: 3 derived, 1 shipped",
        "by topic: 2 layer-norm, 1 rms-norm, 1 written",
        "mutants: 7, median 2 a claim, least 1; 6 killed, 0 survived",
        "sources: 2",
        "concept pages: 1",
        "interview questions: 4",
        "misconceptions: 4",
        "skipped: 1",
        "  elsewhere: needs framework_of_nobody, not installed here"])


def test_there_may_be_nothing_to_count():
    assert list(summary([], [], {})) == [
        "claims: 0", "by status: none", "by evidence: none", "by topic: none",
        "mutants: 0, median 0 a claim, least 0; 0 killed, 0 survived", "sources: 0", "concept pages: 0",
        "interview questions: 0", "misconceptions: 0", "skipped: 0"]
