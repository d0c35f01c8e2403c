"""The code that each command ends with: 0 all is well, 1 something was found wrong, 2 it could not be read."""

from collections.abc import Callable
from pathlib import Path

import pytest
from corpora import Command, replace

from refutable.__main__ import refutable

ID = "rms-norm-has-unit-size"
CHECK, RECORD_OF = f"claims/rms-norm/{ID}.py", f"claims/rms-norm/{ID}.yaml"


def wrong(root: Path) -> None:
    """The check now contradicts the reference."""
    replace(root / CHECK, ", 1)", ", 2)")


def unreadable(root: Path) -> None:
    replace(root / RECORD_OF, "caveats:", "caveats")


def empty(root: Path) -> None:
    (root / "claims").rename(root / "assertions")


def paged(root: Path) -> None:
    (root / "site/index.html").write_text("<p>A page.</p>")


def paged_and_empty(root: Path) -> None:
    paged(root)
    empty(root)


def nothing(root: Path) -> None:
    """All is well."""


CODES = [
    ("check", nothing, 0), ("check", wrong, 1), ("check", unreadable, 1), ("check", empty, 2),
    ("check unknown", nothing, 2), ("check --jsn", nothing, 2),
    ("lint", nothing, 0), ("lint", unreadable, 1), ("lint", wrong, 0), ("lint", empty, 2), ("lint extra", nothing, 2),
    (f"why {ID}", nothing, 0), ("why unknown", nothing, 2), ("why", nothing, 2), (f"why {ID}", empty, 2),
    (f"review {ID}", nothing, 0), (f"review {ID}", unreadable, 1), (f"review {ID} --by A --kind ai", wrong, 1),
    ("review unknown", nothing, 2), (f"review {ID}", empty, 2),
    ("new topic/a-new-claim", nothing, 0), ("new a-new-claim", nothing, 2), ("new topic/A", nothing, 2),
    (f"new topic/{ID}", nothing, 2), ("new topic/a-new-claim", empty, 2),
    ("verify site", nothing, 1), ("verify nowhere", nothing, 2), ("verify site", empty, 2),
    ("stamp site", paged, 0), ("stamp site", nothing, 2), ("stamp nowhere", nothing, 2),
    ("stamp site", paged_and_empty, 2),
    ("unknown", nothing, 2), ("--help", nothing, 0),
]


# Commands with a test file of their own, which sees to their codes.
ELSEWHERE = {"coverage": "test_coverage.py", "blindspots": "test_blindspots.py", "record": "test_recordings.py",
             "replicate": "test_recordings.py", "use": "test_use.py"}


@pytest.mark.parametrize(("line", "prepare", "code"), CODES)
def test_exit_codes(corpus: Path, command: Command, line: str, prepare: Callable[[Path], None], code: int):
    (corpus / "site").mkdir()
    prepare(corpus)
    said = command(*line.split())
    assert said.code == code, said
    if code:
        assert said.out + said.err, "a failure says why"
    assert "Traceback" not in said.out + said.err


def test_every_command_is_in_the_table():
    for name, file in ELSEWHERE.items():
        assert name in refutable.commands and (Path(__file__).parent / file).exists()
    for name in set(refutable.commands) - set(ELSEWHERE):
        codes = {code for line, _, code in CODES if line.split()[0] == name}
        assert codes >= {2} and codes & {0, 1}, name


def test_the_messages_of_a_missing_knowledge_base(command: Command, tmp_path: Path):
    said = command("lint", folder=tmp_path)
    assert said.err == "refutable: there is no folder claims/ here or above; run this in a knowledge base\n"


@pytest.mark.parametrize("name", [ID, f"rms-norm/{ID}", RECORD_OF, CHECK])
@pytest.mark.parametrize("line", ["check", "why", "review"])
def test_a_claim_has_several_names(command: Command, line: str, name: str):
    said = command(line, name)
    assert (said.code, ID in said.out) == (0, True), said


def test_an_unknown_name_gets_advice(command: Command):
    for line in ("check", "why", "review"):
        said = command(line, f"{ID}s")
        assert (said.code, said.err.strip().splitlines()[-1]) == (
            2, f"Error: unknown claim `{ID}s`; did you mean `{ID}`?")


@pytest.mark.parametrize("folder", ["reference", "instruments", "implementations"])
def test_new_overwrites_nothing(corpus: Path, command: Command, folder: str):
    """A reference is no claim, and its name is not taken by one."""
    (corpus / "claims" / folder).mkdir(exist_ok=True)
    precious = corpus / "claims" / folder / "centre.py"
    precious.write_text("precious")
    assert command("new", f"{folder}/centre").code == 2
    assert precious.read_text() == "precious"
    assert not precious.with_suffix(".yaml").exists()
