"""`refutable use`: an instrument used by hand, and what is said if it cannot be."""

import json
from pathlib import Path

import pytest
from corpora import Command

SCALE = '''"""How large numbers are."""


def scale(numbers):
    """The largest of some numbers, without its sign."""
    return max(map(abs, numbers))


def use(first, *others, scale, centre):
    """Say how large numbers are."""
    numbers = [float(text) for text in (first, *others)]
    return {"largest": scale(numbers), "all": [{"number": n, "far from the mean": abs(n) > 1} for n in numbers],
            "signs": ["+", "-"], "empty": None, "integer": numbers[0].is_integer(), "mean": centre(numbers)}
'''
CENTRE = '''"""The mean."""


def centre(numbers):
    return sum(numbers) / len(numbers)
'''
ANY = '''"""Whatever is asked of it."""


def any_way():
    """Nothing for checks."""


def use(how, file=""):
    """Say something in one way or another."""
    if how == "rows":
        return [{"model": "a", "norms": ["x", "y"], "epsilon": 1e-12, "nested": {"a": 1}}, {"model": "b", "norms": []}]
    if how == "absent":
        import no_such_package_anywhere
    if how == "own":
        import module_of_a_user
        return {"size": module_of_a_user.SIZE}
    if how == "set":
        return {"a": {1}}
    raise KeyError(how)
'''


@pytest.fixture
def instruments(corpus: Path) -> Path:
    folder = corpus / "claims" / "instruments"
    folder.mkdir()
    texts = {"scale": SCALE, "centre": CENTRE, "any_way": ANY, "mistaken": "def use(*, centr):\n    return {}\n",
             "broken": "raise RuntimeError('no')\n"}
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text)
    return folder


def test_a_dictionary_is_lines(command: Command, instruments: Path):
    said = command("use", "scale", "1.5", "--", "-3")
    assert (said.code, said.err) == (0, ""), said
    assert said.out == (
        "largest  3\n"
        "all      number: 1.5\n"
        "         far from the mean: yes\n"
        "         number: -3\n"
        "         far from the mean: yes\n"
        "signs    +, -\n"
        "empty    -\n"
        "integer  no\n"
        "mean     -0.75\n")


def test_json_is_for_programs(command: Command, instruments: Path):
    said = command("use", "--json", "scale", "0.5")
    assert json.loads(said.out) == {"largest": 0.5, "all": [{"number": 0.5, "far from the mean": False}],
                                    "signs": ["+", "-"], "empty": None, "integer": False, "mean": 0.5}


def test_rows_are_a_table_of_what_is_flat_in_them(command: Command, instruments: Path):
    assert command("use", "any_way", "rows").out == ("model  norms  epsilon\n"
                                                     "a      x, y   1e-12\n"
                                                     "b      -      -\n")


def test_a_module_of_the_current_folder_can_be_named(command: Command, instruments: Path, monkeypatch):
    monkeypatch.setattr("sys.path", list(__import__("sys").path))
    (instruments / "module_of_a_user.py").write_text("SIZE = 3\n")
    assert command("use", "any_way", "own", folder=instruments).out == "size  3\n"


MESSAGES = [
    ("scal 1", 2, "unknown instrument `scal`; did you mean `scale`?"),
    ("zzz", 2, "unknown instrument `zzz`; see claims/instruments/"),
    ("layer_norm", 2, "unknown instrument `layer_norm`; see claims/instruments/"),
    ("centre 1", 2,
     "claims/instruments/centre.py: `centre` serves checks alone; to use it by hand, write `def use(...)` there"),
    ("scale", 2, "`scale`: missing a required argument: 'first'. Say how large numbers are."),
    ("any_way a b c", 2, "`any_way`: too many positional arguments. Say something in one way or another."),
    ("mistaken", 2,
     "claims/instruments/mistaken.py: `use` asks for the unknown subject `centr`; did you mean `centre`?"),
    ("scale one", 1, "`scale` failed: ValueError: could not convert string to float: 'one'"),
    ("any_way what", 1, "`any_way` failed: KeyError: 'what'"),
    ("any_way absent", 1,
     "`any_way` needs a package that is not installed: No module named 'no_such_package_anywhere'"),
    ("any_way set --json", 1, "`any_way` failed: TypeError: Object of type set is not JSON serializable"),
    ("broken", 1, "`broken` failed: RuntimeError: no"),
]


@pytest.mark.parametrize(("line", "code", "message"), MESSAGES)
def test_what_goes_wrong_is_one_message(command: Command, instruments: Path, line: str, code: int, message: str):
    said = command("use", *line.split())
    assert (said.code, said.out) == (code, "")
    assert said.err.strip().splitlines()[-1] == f"Error: {message}"
    assert "Traceback" not in said.err


def test_the_knowledge_base_stays_as_it_was(command: Command, instruments: Path, corpus: Path):
    before = sorted(corpus.rglob("*"))
    command("use", "scale", "1")
    assert sorted(corpus.rglob("*")) == before


def test_without_a_knowledge_base(command: Command, tmp_path: Path):
    assert command("use", "scale", folder=tmp_path).code == 2
