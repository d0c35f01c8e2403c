"""Reviews: signed through the command line, and dropped when what was signed changes."""

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from corpora import Command, replace

ID = "rms-norm-has-unit-size"
RECORD, CHECK = f"claims/rms-norm/{ID}.yaml", f"claims/rms-norm/{ID}.py"
SIGN = ("review", ID, "--by", "Claude", "--kind", "ai", "--note", 'read "section 4" \\ twice')


def status(command: Command) -> str:
    return command("check", ID).out.split(ID)[0].strip()


def test_a_signed_review_is_in_the_record_and_counts(corpus: Path, command: Command):
    before = (corpus / RECORD).read_text()
    signed = command(*SIGN)
    assert (signed.code, signed.out.splitlines()[-1]) == (0, f"signed in {RECORD}")
    record = (corpus / RECORD).read_text()
    assert record.startswith(before)  # not a word of the author's is touched
    assert re.fullmatch(r'review:\n  by: "Claude"\n  kind: ai\n  date: \d{4}-\d\d-\d\d\n  digest: [0-9a-f-]{64}\n'
                        r'  note: "read \\"section 4\\" \\\\ twice"\n', record.removeprefix(before))
    assert status(command) == "checked, sources read by AI"
    assert command("lint").code == 0
    assert "review current: Claude on" in command("review", ID).out


def test_signing_again_replaces_the_review(corpus: Path, command: Command):
    command(*SIGN)
    command("review", ID, "--by", "Another", "--kind", "ai")
    record = (corpus / RECORD).read_text()
    assert record.count("review:") == 1 and 'by: "Another"' in record and "Claude" not in record


@pytest.mark.parametrize(("path", "old", "new"), [
    (RECORD, "zhang-2019-rmsnorm", "zhang-2019-rmsnrom"),
    ("sources/zhang-2019-rmsnorm.yaml", "title:", "titel:"),
])
def test_a_source_that_nobody_can_look_up_leaves_nothing_to_sign(corpus: Path, command: Command, path: str, old: str,
                                                                 new: str):
    replace(corpus / path, old, new)
    assert status(command) == "unproven"
    signed = command(*SIGN)
    assert signed.code == 1 and "does not exist or cannot be read" in signed.out
    assert "review:" not in (corpus / RECORD).read_text()


@pytest.mark.parametrize(("part", "path", "old", "new"), [
    ("statement", RECORD, "vectors whose", "all vectors whose"),
    ("caveats", RECORD, "eps = 0.", "eps = 0 and x not zero."),
    ("sources", RECORD, "equation (4)", "equation (5)"),
    ("sources", "sources/zhang-2019-rmsnorm.yaml", "title: Root", "title: The Root"),
    ("evidence", RECORD, "derived", "measured"),
    ("check", CHECK, "(5, 3,", "(5, 4,"),
    ("statement, check", RECORD + "+" + CHECK, "", ""),
])
def test_an_edit_makes_the_review_stale_and_is_named(corpus: Path, command: Command, part: str, path: str, old: str,
                                                     new: str):
    command(*SIGN)
    if "+" in path:
        replace(corpus / RECORD, "vectors whose", "all vectors whose")
        replace(corpus / CHECK, "(5, 3,", "(5, 4,")
    else:
        replace(corpus / path, old, new)
    assert status(command) == "checked"
    assert re.search(rf"changed since Claude signed on \S+: {part}$", command("review", ID).out, re.MULTILINE)


def test_what_was_signed_is_shown_from_git(corpus: Path, command: Command):
    command(*SIGN)
    git = ["git", "-C", corpus, "-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    for arguments in (["init", "-q"], ["add", "claims"], ["commit", "-qm", "signed"]):
        subprocess.run([*git, *arguments], check=True)
    replace(corpus / RECORD, "vectors whose", "all vectors whose")
    shown = [line.strip() for line in command("review", ID).out.splitlines()]
    assert "-statement: RMSNorm returns vectors whose mean square is 1." in shown
    assert "+statement: RMSNorm returns all vectors whose mean square is 1." in shown


def test_without_a_name_nothing_is_signed(corpus: Path, command: Command):
    before = (corpus / RECORD).read_text()
    shown = command("review", ID)
    assert shown.code == 0
    for part in ("RMSNorm returns vectors", "Exact only for eps = 0.", "section 4, equation (4)", "seen: abstract",
                 CHECK, "never reviewed"):
        assert part in shown.out
    assert (corpus / RECORD).read_text() == before


@pytest.mark.parametrize(("arguments", "code", "message"), [
    (("--by", "Ada"), 2, "say with --kind whether a human or an ai signs"),
    (("--by", "Ada", "--kind", "human"), 2, "a human review is signed at a terminal"),
    (("--by", "Ada", "--kind", "robot"), 2, "'robot' is not one of"),
])
def test_a_signature_is_refused(corpus: Path, command: Command, monkeypatch: pytest.MonkeyPatch,
                                arguments: tuple[str, ...], code: int, message: str):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    before = (corpus / RECORD).read_text()
    said = command("review", ID, *arguments)
    assert said.code == code and message in said.err + said.out
    assert (corpus / RECORD).read_text() == before


def test_what_does_not_hold_cannot_be_signed(corpus: Path, command: Command):
    replace(corpus / CHECK, ", 1)", ", 2)")
    before = (corpus / RECORD).read_text()
    said = command(*SIGN)
    assert said.code == 1 and "It is refuted, so there is nothing to sign (" in said.out
    assert (corpus / RECORD).read_text() == before


def test_a_signature_rescues_nothing(corpus: Path, command: Command):
    """Its own check holds and may be signed; what it rests on does not hold, and the signature changes nothing."""
    replace(corpus / RECORD, "evidence:", "rests_on: [layer-norm-ignores-scale]\nevidence:")
    replace(corpus / "claims/layer-norm/layer-norm-ignores-scale.py", "layer_norm(7 * x, eps=0.0)", "7 * layer_norm(x)")
    assert status(command) == "unproven"
    command(*SIGN)
    assert status(command) == "unproven"


def test_there_is_no_way_to_sign_two_at_once(command: Command):
    said = command("review", ID, "layer-norm-ignores-scale", "--by", "Claude", "--kind", "ai")
    assert said.code == 2 and "unexpected extra argument" in said.err


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_human_signs_at_a_terminal(corpus: Path):
    import pty

    def sign(answer: str) -> str:
        parent, child = pty.openpty()
        with subprocess.Popen([sys.executable, "-m", "refutable", "review", ID, "--by", "Ada", "--kind", "human"],
                              cwd=corpus, stdin=child, stdout=child, stderr=child) as process:
            os.write(parent, f"{answer}\n".encode())
            process.wait(20)
        os.close(child)
        os.close(parent)
        return (corpus / RECORD).read_text()

    assert "review:" not in sign("n")
    assert '  by: "Ada"\n  kind: human\n' in sign("y")
