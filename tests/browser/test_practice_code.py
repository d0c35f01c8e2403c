"""The code exercises in the page: the editor, MicroPython, and tests that every wrong version fails."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from visitor import stored, tab_to

ASSETS = Path(__file__).parent.parent.parent / "docs/assets/practice"
EXERCISES = ["length", "layer_norm", "rms_norm", "blocks", "stack", "deep_norm"]
RIGHT = "def length(x):\n    return sum([v * v for v in x]) ** 0.5"
LOADING = 20_000  # milliseconds, on a slow machine


@pytest.fixture
def coding(open_page):
    page = open_page("practice/code/")
    expect(page.get_by_label("Your code: length")).to_be_visible()
    return page


def test_code_runs_by_keyboard_and_tab_leaves_the_field(coding):
    exercise = coding.locator("norm-code[data-id=code-length]")
    field, said = coding.get_by_label("Your code: length"), exercise.get_by_role("status")
    tab_to(coding, "norm-code[data-id=code-length] textarea")
    coding.keyboard.press("Control+A")
    for line in ("def length(x):", "print('seen', len(x))", "return sum([v * v for v in x])"):
        coding.keyboard.type(line)
        coding.keyboard.press("Enter")
    coding.keyboard.press("Control+Enter")
    assert field.input_value() == "def length(x):\n    print('seen', len(x))\n    return sum([v * v for v in x])\n    "
    expect(said).to_contain_text("Not yet.", timeout=LOADING)
    expect(said).to_contain_text("the length of [5, -1]: expected 5.099, got 26. The root is missing.")
    expect(said).to_contain_text("seen 2")
    field.fill(RIGHT)
    coding.keyboard.press("Control+Enter")
    expect(said).to_contain_text("All tests pass.", timeout=LOADING)
    coding.keyboard.press("Tab")
    expect(exercise.get_by_role("button", name="Run")).to_be_focused()
    assert stored(coding)["done"]["code-length"]["right"] is True


def test_indentation_changes_by_keyboard_and_can_be_undone(coding):
    field = coding.get_by_label("Your code: length")
    field.fill("a\nb")
    coding.keyboard.press("Control+A")
    coding.keyboard.press("Control+]")
    assert field.input_value() == "    a\n    b"
    coding.keyboard.press("Control+A")
    coding.keyboard.press("Control+[")
    assert field.input_value() == "a\nb"
    coding.keyboard.press("Control+Z")
    assert field.input_value() == "    a\n    b"


def test_code_outlives_a_reload_and_can_start_again(coding):
    field = coding.get_by_label("Your code: stack")
    field.fill("x = 1")
    coding.reload()
    expect(field).to_have_value("x = 1")
    coding.locator("norm-code[data-id=code-stack]").get_by_role("button", name="Start again").click()
    expect(field).to_have_value("def stack(x, norm, branches, kind):\n    ...")
    assert stored(coding)["code"] == {}
    expect(field).to_be_focused()
    coding.keyboard.press("Control+Z")
    expect(field).to_have_value("x = 1")
    assert stored(coding)["code"]["code-stack"]["text"] == "x = 1"


def test_an_endless_loop_is_stopped_and_the_next_run_works(coding):
    field = coding.get_by_label("Your code: length")
    said = coding.locator("norm-code[data-id=code-length]").get_by_role("status")
    field.fill("print('before')\nwhile True: print('again')")
    coding.keyboard.press("Control+Enter")
    expect(said).to_contain_text("Running")
    expect(said).to_contain_text("Stopped after 5 seconds. Is there a loop without an end?", timeout=2 * LOADING)
    expect(said.locator("pre")).to_have_text(re.compile(r"^before\n(again\n){199}…$"))
    field.fill(RIGHT)
    coding.keyboard.press("Control+Enter")
    expect(said).to_contain_text("All tests pass.", timeout=LOADING)


@pytest.mark.parametrize(("lazy", "kind"), [("(v for v in x)", "generator"), ("map(float, x)", "map")])
def test_who_returns_no_list_is_told_so(open_page, lazy, kind):
    page = open_page("404-not-yet/")
    (one,) = page.evaluate(RUN, ["layer_norm", f"def layer_norm(x, gain, bias, eps):\n    return {lazy}"])
    assert one["says"].endswith(f"got a {kind} (return a list).") and "expected [" in one["says"]


def test_code_that_spoils_the_tests_does_not_spoil_the_next_run(coding):
    field = coding.get_by_label("Your code: length")
    said = coding.locator("norm-code[data-id=code-length]").get_by_role("status")
    field.fill("import grade\ngrade.same = lambda a, b: True\ndef length(x):\n    return 7")
    coding.keyboard.press("Control+Enter")
    expect(said).to_contain_text("All tests pass.", timeout=LOADING)  # so far it does: it is the reader's own browser
    field.fill("def length(x):\n    return 7")
    coding.keyboard.press("Control+Enter")
    expect(said).to_contain_text("expected 5.099, got 7", timeout=LOADING)


def test_nothing_is_loaded_before_the_first_run(coding):
    asked = []
    coding.on("request", lambda request: asked.append(request.url))
    coding.reload()
    coding.wait_for_load_state("networkidle")
    assert not [url for url in asked if "micropython" in url or url.endswith(".py")]


@pytest.mark.parametrize("name", EXERCISES)
def test_micropython_passes_the_solution_and_catches_every_wrong_version(open_page, name):
    """In the runtime of the page; tests/test_exercises.py does the same in CPython."""
    page = open_page("404-not-yet/")
    source = (ASSETS / f"exercises/{name}.py").read_text()
    solution = source.split("[start:solution]\n")[1].split("# --8<-- [end:solution]")[0]
    report = page.evaluate(RUN, [name, solution])
    assert report and all(one["passed"] for one in report), report
    flaws = re.findall(r'(?m)^    \("(\w+)", "((?:[^"\\]|\\.)+)"', source)
    assert len(flaws) >= 9
    for at, (function, flaw) in enumerate(flaws):
        report = page.evaluate(RUN, [name, f"import {name}\n{function} = {name}.WRONG[{at}][2]"])
        (one,) = [one for one in report if one["name"] == function]
        assert not one["passed"], f"{function} passes: {flaw}"
        assert one["looks"] == flaw


RUN = """([tests, code]) => new Promise((resolve, reject) => {
  window.worker ??= new Worker("/assets/practice/runner.js", {type: "module"})
  window.worker.onmessage = ({data}) => {
    if (data.failed) reject(new Error(data.failed))
    else if (data.report) resolve(data.report)
  }
  window.worker.postMessage({code, tests, run: 1})
})"""
