"""The command line: what each command prints, and what it writes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from corpora import RECORD, Command, add_check, replace

from refutable.__main__ import refutable

ID = "rms-norm-has-unit-size"
CHECK, RECORD_OF = f"claims/rms-norm/{ID}.py", f"claims/rms-norm/{ID}.yaml"


def wrong(root: Path) -> None:
    """The check now contradicts the reference."""
    replace(root / CHECK, ", 1)", ", 2)")


def unreadable(root: Path) -> None:
    replace(root / RECORD_OF, "caveats:", "caveats")


def test_check_names_what_is_wrong(corpus: Path, command: Command):
    wrong(corpus)
    said = command("check")
    assert said.out.splitlines()[-1] == "3 claims: 2 checked, 1 refuted. 1 judged now, 2 remembered or left out."
    line = f"  refuted  {ID}: mean square of RMSNorm(x): observed error 1, at most 1e-09 allowed"
    assert line in said.out.splitlines()
    assert command("check", "--quiet").out.splitlines()[:-1] == [line]
    assert command("check", "layer-norm-ignores-scale").code == 0


def test_check_one_looks_at_what_it_rests_on(corpus: Path, command: Command):
    replace(corpus / "claims/layer-norm/layer-norm-ignores-shift.yaml", "evidence:", f"rests_on: [{ID}]\nevidence:")
    replace(corpus / "claims/layer-norm/layer-norm-ignores-scale.yaml", "evidence:",
            "rests_on: [layer-norm-ignores-shift]\nevidence:")
    assert command("check", "layer-norm-ignores-scale").code == 0
    wrong(corpus)
    said = command("check", "layer-norm-ignores-scale")
    assert said.code == 1
    assert " unproven  layer-norm-ignores-scale: rests on `layer-norm-ignores-shift`, which is unproven\n" in said.out


def test_check_one_shows_its_trials(command: Command):
    lines = [line.strip() for line in command("check", ID).out.splitlines()]
    assert lines[1] == "control: passed"
    assert lines[2].startswith("sabotage `rms_norm`: raised: Refused: the sabotaged subject was used")
    assert lines[3].startswith("mutant `no_root`: failed: mean square of RMSNorm(x): observed error ")
    assert lines[5].startswith("measured mean square of RMSNorm(x): observed error ")
    assert lines[5].endswith("at most 1e-09 allowed (margin 100%)")


def test_again_judges_what_is_remembered(command: Command):
    assert "0 judged now, 3 remembered or left out." in command("check").out
    assert "3 judged now, 0 remembered or left out." in command("check", "--again").out


def test_json_is_for_programs(corpus: Path, command: Command):
    add_check(corpus, "elsewhere", (corpus / CHECK).read_text(), RECORD + "requires: [framework_of_nobody]\n")
    wrong(corpus)
    said = command("check", "--json")
    assert said.code == 1
    claims = {claim["id"]: claim for claim in json.loads(said.out)}
    assert list(claims) == ["layer-norm-ignores-scale", "layer-norm-ignores-shift", ID, "elsewhere"]
    whole = claims["layer-norm-ignores-scale"]
    assert set(whole) == {
        "id", "topic", "statement", "evidence", "ruling", "reason", "status", "killed", "survived", "sources",
        "caveats", "measurements", "requires", "rests_on", "misconception", "counterexamples", "review", "environment",
        "judged", "digest"}
    assert (whole["topic"], whole["ruling"], whole["status"]) == ("layer-norm", "holds", "checked")
    assert whole["killed"] == ["centre_only", "divides_by_the_variance"]
    assert whole["sources"] == [
        {"source": "ba-2016-layernorm", "locator": "section 5.1, table 1", "relation": "supports"}]
    (measured,) = whole["measurements"]
    assert set(measured) == {"name", "relation", "observed", "limit", "margin"}
    assert whole["review"] == {"standing": "none"} and "numpy" in whole["environment"]
    assert [(claims[id]["ruling"], claims[id]["status"]) for id in (ID, "elsewhere")] == [
        ("refuted", "refuted"), ("skipped", "unchecked")]


def test_json_has_no_words_that_json_does_not_have(corpus: Path, command: Command):
    """Python writes NaN and Infinity, which no other program reads."""
    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is not JSON")

    replace(corpus / CHECK, ", 1)", ", np.nan)")
    claims = json.loads(command("check", "--json").out, parse_constant=refuse)
    assert [claim["ruling"] for claim in claims] == ["holds", "holds", "refuted"]


def test_lint_counts(corpus: Path, command: Command):
    assert command("lint").err == "3 claims, 2 sources, 4 subjects, 1 pages: no problems.\n"
    (corpus / "docs" / "b.md").write_text("# B\n\n<!-- claim: nobody -->\n")
    said = command("lint")
    assert said.out == "docs/b.md:3: unknown claim `nobody`; see `refutable check`\n"
    assert said.err == "3 claims, 2 sources, 4 subjects, 2 pages: 1 problem.\n"


def test_new_writes_a_pair_that_lint_reads(corpus: Path, command: Command):
    said = command("new", "depth/depth-helps")
    assert said.out.splitlines() == ["claims/depth/depth-helps.yaml", "claims/depth/depth-helps.py"]
    replace(corpus / "claims/depth/depth-helps.yaml", "SOURCE", "ba-2016-layernorm")
    check = corpus / "claims/depth/depth-helps.py"
    replace(check, "SUBJECT", "layer_norm")
    assert (command("lint").code, command("lint").out) == (0, "")
    assert command("check", "depth-helps").code == 1, "what is not filled in is not green"
    assert command("new", "other/depth-helps").code == 2


def test_a_site_of_any_generator_is_stamped(corpus: Path, command: Command):
    """By hand: two pages at two depths, one with a marker that has no target."""
    page = "<!doctype html><body><p>Scale. <!-- claim: {} --></p><code>&lt;!-- claim: shown --&gt;</code></body>"
    site = corpus / "site"
    (site / "deep" / "er").mkdir(parents=True)
    (site / "index.html").write_text(page.format("layer-norm-ignores-scale"))
    (site / "deep" / "er" / "page.html").write_text(page.format("layer-norm-ignores-scale"))
    said = command("stamp", "site")
    assert (said.code, said.err) == (0, "2 pages stamped, 0 markers without a target.\n")
    for path, link in (("index.html", "./claims/"), ("deep/er/page.html", "../../claims/")):
        html = (site / path).read_text()
        assert f'href="{link}layer-norm-ignores-scale/"' in html and "<!--" not in html and "claim: shown" in html
    assert [claim["id"] for claim in json.loads((site / "claims" / "claims.json").read_text())][-1] == ID
    again = command("stamp", "site")
    assert (again.code, again.err) == (0, "0 pages stamped, 0 markers without a target.\n")
    (site / "deep" / "er" / "page.html").write_text(page.format("layer-norm-ignores-scales"))
    failed = command("stamp", "site")
    assert failed.code == 1
    assert failed.out == "site/deep/er/page.html:1: unknown claim `layer-norm-ignores-scales`; " \
        "did you mean `layer-norm-ignores-scale`?\n"


@pytest.mark.parametrize("line", ["lint", "check", "check --quiet", f"check {ID}", f"review {ID}", f"why {ID}"])
def test_what_is_printed_names_no_folder_of_this_machine(corpus: Path, command: Command, line: str):
    """Relative paths, whatever folder below the knowledge base the command is given in; and no colours in a pipe."""
    replace(corpus / CHECK, "rms_norm(x, eps=0.0)", "rms_norm(x, epsilon=0.0)")
    unreadable(corpus)
    for folder in (corpus, corpus / "claims" / "rms-norm"):
        said = command(*line.split(), folder=folder)
        assert said.out and str(corpus) not in said.out + said.err
        assert "\x1b[" not in said.out + said.err


@pytest.mark.parametrize("name", sorted(refutable.commands))
def test_help_shows_an_example(command: Command, name: str):
    said = command(name, "--help")
    assert said.code == 0
    assert f"\n  Example:\n    $ refutable {name} " in said.out or f"\n  Example:\n    $ refutable {name}\n" in said.out


def test_the_console_script_is_installed(corpus: Path):
    script = Path(sys.executable).parent / "refutable"
    done = subprocess.run([script, "check"], cwd=corpus, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "3 claims: 3 checked. 0 judged now, 3 remembered or left out."
    assert "\x1b[" not in done.stdout + done.stderr
