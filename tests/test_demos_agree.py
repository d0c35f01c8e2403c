"""What the demos are made of, without a browser: instruments, the values written at build, the size of the scripts."""

import gzip
import itertools
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "hooks"))

import demo_values  # noqa: E402
from reader import compute_demos  # noqa: E402

BUDGET = 30 * 1024


@pytest.fixture(scope="module")
def subjects():
    return compute_demos.Subjects(ROOT)


@pytest.fixture(scope="module")
def values():
    command = [sys.executable, compute_demos.__file__, str(ROOT)]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def test_the_first_case_has_the_figures_of_the_lesson(values):
    lesson = values["trace"]["presets"][0]
    assert np.round(lesson["reference"]["pre"]["lengths"][1:], 2).tolist() == [5.10, 7.62, 10.30, 13.04]
    assert lesson["reference"]["post"]["last"] == [1, -1]
    assert values["trace"]["tables"][0][2][3] == ["3", "[9, −5]", "10.30", "[1, −1]", "1.41"]


def test_every_case_has_a_question_and_an_answer_that_is_one(values):
    for demo in values.values():
        assert len({preset["name"] for preset in demo["presets"]}) == len(demo["presets"])
        for preset in demo["presets"]:
            assert preset["question"].endswith("?")
            assert demo_values.answer(preset)
            assert isinstance(preset["answer"], float) or 0 <= preset["answer"] < len(preset["choices"])
        assert demo["tables"] and all(len(row) == len(heads) for _, heads, rows in demo["tables"] for row in rows)


def test_choices_that_are_marked_right_follow_from_the_numbers(values):
    silent = values["trace"]["presets"][1]["reference"]
    assert [name for name, t in silent.items() if t["last"] == list(range(1, 9))] == ["pre", "output", "sandwich"]
    against = values["trace"]["presets"][3]["reference"]["pre"]["lengths"]
    assert against[0] > against[1] > against[2]
    _, zero, aligned, cancelling = values["cases"]["presets"]
    assert zero["vectors"]["pre output"] == zero["vectors"]["input"] != zero["vectors"]["post output"]
    assert np.allclose(aligned["vectors"]["post output"], zero["vectors"]["post output"], atol=1e-12)
    assert np.allclose(cancelling["vectors"]["pre output"], 4.5, atol=1e-12)
    post, deaf = (preset["reference"] for preset in values["paths"]["presets"][1:3])
    assert 0.7 < post["total"] < 1.4 and 2.0**-13 < deaf["total"] < 2.0**-11
    flat = values["epsilon"]["presets"][2]["setting"]
    assert 0.9e6 < 1 / np.sqrt(flat["deviation"] ** 2 + flat["eps"]) < 1e6


def test_undefined_numbers_are_valid_json(values):
    assert values["trace"]["presets"][3]["reference"]["post"]["gap"] is None  # x + F(x) = 0, and 0 / 0


def test_paths_equal_those_written_out_one_by_one(subjects):
    """All 2^3 products of a stack of three, sorted by the number of branches in each."""
    draw, layer_norm, jacobian = (subjects[name] for name in ("draw_uniform", "layer_norm", "layer_norm_jacobian"))
    drawn = draw(11, 5 * 64 + 3 * 64 * 64)
    top, token = drawn[: 4 * 64].reshape(4, 64), drawn[4 * 64 : 5 * 64]
    weights = drawn[5 * 64 :].reshape(3, 64, 64) / 8
    for placement in ("pre", "post"):
        x, skips, branches = (token - token.mean()) / token.std(), [], []
        for w in weights:
            norm = jacobian(x if placement == "pre" else x + x @ w, eps=0.0)
            skips.append(np.eye(64) if placement == "pre" else norm)
            branches.append(w.T @ norm if placement == "pre" else norm @ w.T)
            x = x + layer_norm(x, eps=0.0) @ w if placement == "pre" else layer_norm(x + x @ w, eps=0.0)
        parts = np.zeros((4, 4, 64))
        for way in itertools.product((0, 1), repeat=3):
            g = top
            for passes, skip, branch in reversed(list(zip(way, skips, branches, strict=True))):
                g = g @ (branch if passes else skip)
            parts[sum(way)] += g
        found = subjects["path_shares"](placement, "linear", 3, 1.0, 11, subjects)
        want = [np.linalg.norm(part) / np.linalg.norm(top) for part in parts]
        assert np.allclose(found["through"], want, atol=1e-12)
        assert np.isclose(found["total"], np.linalg.norm(parts.sum(axis=0)) / np.linalg.norm(top), atol=1e-12)


def test_drawn_numbers_are_uniform_and_those_of_the_formula(subjects):
    drawn = subjects["draw_uniform"](1620301, 200, 200)
    assert drawn[0, 0] == np.sqrt(3) * (2 * (48271 * 1620301 % (2**31 - 1)) / (2**31 - 1) - 1)
    assert abs(drawn.mean()) < 0.02 and abs(drawn.var() - 1) < 0.02
    assert abs((drawn[:, 1:] * drawn[:, :-1]).mean()) < 0.02


def test_the_graph_follows_the_code(subjects):
    """Another wiring is another graph: its nodes say what reads what, and in which line."""
    modules = subjects["demo_graph"].__globals__["_modules"]

    def graph(block):
        def module(x):
            def branch(z):
                return subjects["feed_forward"](z, two, two)

            return block(x, lambda z: subjects["layer_norm"](z, eps=0.0), branch)

        return {node["name"]: node for node in modules(subjects["trace_graph"](module, {"x": np.arange(2.0)}))}

    two = np.eye(2)
    pre, post = graph(subjects["pre_block"]), graph(subjects["post_block"])
    assert list(pre) == ["x", "layer_norm", "feed_forward", "add", "output"]
    assert list(post) == ["x", "feed_forward", "add", "layer_norm", "output"]
    assert pre["add"]["reads"] == ["x", "feed_forward"] == post["add"]["reads"]
    assert pre["output"]["reads"] == ["add"] and post["output"]["reads"] == ["layer_norm"]
    for node in (pre["add"], post["layer_norm"]):
        path, line = node["where"].split(":")
        assert (ROOT / path).read_text().splitlines()[int(line) - 1].strip() == node["code"]


def test_nodes_of_the_published_graph_have_parameters_and_lines(values):
    nodes = {node["name"]: node for node in values["graph"]["graphs"]["pre"]}
    assert nodes["feed_forward"]["parameters"] == {"w_in": [8, 32], "b_in": [32], "w_out": [32, 8], "b_out": [8]}
    assert [step[0] for step in nodes["feed_forward"]["steps"]] == ["matmul", "add", "maximum", "matmul", "add"]
    inside = [node for name, node in nodes.items() if name not in ("x", "output")]
    assert all(node["where"].startswith("claims/reference/") for node in inside)


def test_the_recording_is_what_its_page_says(values):
    cases = values["cases"]
    assert cases["repeated"] is True
    assert all(preset["dtype"] == ["float64"] for preset in cases["presets"])
    texts = demo_values._recorded(cases, ROOT, {})
    for file in cases["files"]:
        assert file["bytes"] == len(texts[file["name"]].encode())
        assert file["sha256"] == demo_values._digest(texts[file["name"]])
    assert json.loads(texts["recording.json"])["presets"] == cases["presets"]


def test_readers_without_scripts_get_questions_answers_and_numbers(values):
    html = demo_values.static(values["paths"])
    assert html.count("<details>") == len(values["paths"]["presets"]) + 1
    assert "<p>19.29 %</p>" in html and "<td>0.000547</td>" in html
    filled = demo_values.DEMO.sub("FILLED", '<p><norm-graph walk="w"></norm-graph></p> <norm-trace>kept</norm-trace>')
    assert filled == "FILLED <norm-trace>kept</norm-trace>"


def test_a_build_computes_once_and_never_imports_numpy(tmp_path):
    (tmp_path / "claims").symlink_to(ROOT / "claims")
    code = f"""import sys, time; sys.path.insert(0, {str(ROOT / "hooks")!r})
import pathlib, demo_values
first = demo_values._values(pathlib.Path({str(tmp_path)!r}))
demo_values._computed = None  # may not be asked again
assert demo_values._values(pathlib.Path({str(tmp_path)!r})) == first
assert "numpy" not in sys.modules"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_an_instrument_that_fails_stops_the_build_with_advice(tmp_path):
    instruments = tmp_path / "claims/instruments"
    instruments.mkdir(parents=True)
    (instruments / "demo_broken.py").write_text("def demo_broken(subjects):\n    return subjects['nobody']\n")
    from mkdocs.exceptions import PluginError

    with pytest.raises(PluginError, match=r"KeyError: 'nobody'; run `python hooks/reader/compute_demos.py .`"):
        demo_values._values(tmp_path)


def test_the_scripts_are_small_and_load_nothing_from_elsewhere():
    modules = sorted((ROOT / "docs/assets/demos").glob("*.js"))
    assert sum(len(gzip.compress(module.read_bytes())) for module in modules) < BUDGET
    for module in modules:
        text = module.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "http" not in text and "innerHTML" not in text
