"""Demos: their arithmetic against the references, and the ways in which a reader meets them."""

import hashlib
import itertools
import math
import os
import re
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # on matrices this small, threads mostly wait for each other

import numpy as np

ROOT = Path(__file__).parent.parent.parent
LABS = ["trace", "recorded-experiment", "layer-graph", "gradient-paths", "epsilon"]
SEEDS = (1620301, 902131457)

# Every branch, placement and norm at several widths; epsilon both off and on; inputs whose variance vanishes included.
BRANCHES = ["double", "opposed", "zero", "turn", "random", "tanh"]
SETTINGS = [
    {"blocks": blocks, "width": width, "input": given, "branch": branch, "norm": norm, "eps": eps, "placement": where}
    for (blocks, width, given), branch, norm, eps, where in itertools.product(
        [(1, 2, "lesson"), (4, 2, "lesson"), (7, 3, "counting"), (24, 8, "counting"), (24, 13, "lesson"),
         (24, 16, "drawn")],
        BRANCHES, ["layer", "rms"], [0.0, 1e-12, 1e-5, 0.1], ["pre", "post", "output", "sandwich", "skip"])
]
PATHS = [{"placement": placement, "branch": branch, "depth": depth, "gain": gain}
         for placement, branch, depth, gain in itertools.product(
             ["pre", "post"], ["linear", "constant"], [1, 2, 7], [0.0, 0.1, 1.0, 4.0])]
PATHS += [{**path, "depth": 24} for path in PATHS if path["depth"] == 7 and path["gain"] in (0.1, 1.0)]
EPSILONS = [(deviation, eps) for deviation in (1e-8, 1e-6, 1e-4, 1e-3, 0.02, 1.0, 10.0)
            for eps in (1e-13, 1e-12, 1e-6, 1e-5, 1e-3, 1.0)]


@pytest.fixture(scope="module")
def subjects():
    """References and instruments by name, as the hook loads them."""
    sys.path.insert(0, str(ROOT / "hooks"))
    from reader.compute_demos import Subjects

    return Subjects(ROOT)


def near(got, want):
    """Equal to 1e-9 of the larger of 1 and the value; undefined where the reference is."""
    return len(got) == len(want) and all(
        (g is None or math.isnan(g)) if math.isnan(w) else g is not None and abs(g - w) <= 1e-9 * max(1.0, abs(w))
        for g, w in zip(got, want, strict=True))


def test_traces_equal_the_references(open_page, subjects):
    page = open_page("labs/trace/")
    found = page.evaluate("""async ([settings, seeds]) => {
      const { trace } = await import("/assets/demos/blocks.js")
      return settings.map((s) => trace(s, s.placement, seeds)).map((t) =>
        [...t.streams.flat(), ...t.lengths, ...t.updates, t.gap])
    }""", [SETTINGS, SEEDS])
    traced = subjects["demo_trace"].__globals__["traced"]

    def reference(setting, subjects=subjects):
        want = traced(setting, setting["placement"], subjects)
        return [*itertools.chain(*want["streams"]), *want["lengths"], *want["updates"], want["gap"]]

    def shaky(setting):
        """Whether the reference itself changes if its norm is off by one unit in the last place: two features meet."""
        def off(f):
            return lambda z, eps: f(z, eps=eps) * (1 + 2.0**-52)

        others = {**subjects, **{name: off(subjects[name]) for name in ("layer_norm", "rms_norm")}}
        return not near(reference(setting, others), reference(setting))

    wrong = [setting for setting, got in zip(SETTINGS, found, strict=True) if not near(got, reference(setting))]
    assert len(SETTINGS) == 1440
    assert len(wrong) <= 3 and all(map(shaky, wrong)), wrong


def test_gradient_paths_equal_the_references(open_page, subjects):
    page = open_page("labs/gradient-paths/")
    found = page.evaluate("""async ([settings, seed]) => {
      const { shares } = await import("/assets/demos/gradient.js")
      return settings.map((s) => shares(s, seed)).map((r) => [r.total, r.skip, r.share, r.cosine, ...r.through])
    }""", [PATHS, SEEDS[0]])
    for setting, got in zip(PATHS, found, strict=True):
        want = subjects["path_shares"](**setting, seed=SEEDS[0], subjects=subjects)
        assert near(got, [want["total"], want["skip"], want["share"], want["cosine"], *want["through"]]), setting


def test_the_curve_over_depth_is_made_of_the_same_numbers(open_page):
    page = open_page("labs/gradient-paths/")
    curve, single = page.evaluate("""async (seed) => {
      const { curve, shares } = await import("/assets/demos/gradient.js")
      const setting = { placement: "post", branch: "linear", gain: 1 }
      return [curve(setting, [2, 9], seed).flatMap((p) => [p.total, p.skip]),
              [2, 9].map((depth) => shares({ ...setting, depth }, seed)).flatMap((r) => [r.total, r.skip])]
    }""", SEEDS[0])
    assert near(curve, single)


def test_epsilon_equals_the_references(open_page, subjects):
    page = open_page("labs/epsilon/")
    found = page.evaluate("""async ([pairs, seed]) => {
      const { out, steep } = await import("/assets/demos/epsilon.js")
      const { draw, standardized } = await import("/assets/demos/blocks.js")
      const token = standardized(draw(seed)(16))
      return pairs.map(([deviation, eps]) => [out(token, deviation, eps), steep(token, deviation, eps)])
    }""", [EPSILONS, SEEDS[1]])
    token = subjects["draw_uniform"](SEEDS[1], 16)
    token = (token - token.mean()) / token.std()
    for (deviation, eps), got in zip(EPSILONS, found, strict=True):
        slope = np.linalg.norm(subjects["layer_norm_jacobian"](deviation * token, eps=eps), 2)
        assert near(got, [subjects["layer_norm"](deviation * token, eps=eps).std(), slope]), (deviation, eps)


@pytest.mark.parametrize("lab", sorted({*LABS} - {"layer-graph"}))
def test_every_case_says_that_it_agrees_with_the_values_of_the_build(open_page, lab):
    page = open_page(f"labs/{lab}/")
    page.wait_for_selector(".demo-cases")
    cases = page.locator(".demo-cases input")
    assert cases.count() >= 3
    for case in cases.all():
        case.check()
        said = page.locator(".demo-agrees")
        assert re.search(r"at most (0|\d(\.\d+)?e−1[0-9])\.$", said.text_content()), said.text_content()


def test_the_first_case_is_the_lesson_with_its_figures(open_page):
    page = open_page("labs/trace/")
    expect(page.locator(".demo-answer")).to_be_hidden()
    page.get_by_label("How long is the pre-norm stream after the fourth block?").fill("13")
    page.get_by_role("button", name="Commit to it").click()
    expect(page.locator(".demo-said")).to_contain_text("You said: 13. Right. It is: 13.04")
    table = page.get_by_role("group", name="Streams and their lengths")
    for row in ("5.10", "7.62", "10.30", "13.04", "[5, −1]", "[7, −3]", "[9, −5]", "[11, −7]"):
        expect(table.get_by_text(row, exact=True)).to_be_visible()
    assert table.get_by_text("[1, −1]", exact=True).count() == 4


@pytest.mark.parametrize("lab", LABS)
def test_a_demo_is_worked_by_keyboard_alone(open_page, lab):
    page = open_page(f"labs/{lab}/")
    page.locator("article h1").click()
    form = page.locator(".demo-question")
    tab_to(page, ".demo-question input")
    if form.locator("input[type=radio]").count():
        page.keyboard.press("ArrowDown")
    else:
        page.keyboard.type("3,5")
    expect(page.locator(".demo-answer")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page.locator(".demo-answer")).to_be_visible()
    expect(page.locator(".demo-said")).to_be_focused()
    expect(page.locator(".demo-said")).to_contain_text("You said:")
    tab_to(page, ".demo-answer :is(input, select, button, summary, [tabindex])")


def tab_to(page, selector):
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("(s) => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"the tabulator does not reach {selector}")


def test_an_answer_that_is_no_number_is_asked_for_again(open_page):
    page = open_page("labs/trace/")
    page.get_by_role("button", name="Commit to it").click()
    expect(page.locator(".demo-said")).to_have_text("Type a number first, such as 2.5.")
    expect(page.locator(".demo-answer")).to_be_hidden()


def test_moving_a_slider_moves_the_table_and_is_announced(open_page):
    page = opened(open_page, "trace")
    page.get_by_role("slider", name="Blocks").focus()
    page.keyboard.press("End")
    expect(page.get_by_role("slider", name="Blocks")).to_have_attribute("aria-valuetext", "24")
    expect(page.get_by_role("group", name="Streams and their lengths").locator("tbody tr")).to_have_count(25)
    expect(page.get_by_role("slider", name="Blocks")).to_be_focused()
    expect(page.locator(".demo-live[role=status]")).to_have_text(
        "After 24 blocks the length is: pre-norm 69.35, post-norm 1.41.")


def test_numbers_of_the_readers_own(open_page):
    page = opened(open_page, "trace")
    page.locator(".demo-more summary").click()
    page.get_by_label("Input x").select_option("own")
    field = page.get_by_label("My own numbers, separated by spaces")
    field.fill("1 2 three")
    field.press("Enter")
    expect(page.locator(".demo-live")).to_have_text("Type 2 to 16 numbers with spaces between them.")
    field.fill("1 1,5 −2")
    field.press("Enter")
    expect(page.get_by_role("group", name="Streams and their lengths")).to_contain_text("[1, 1.5, −2]")
    expect(page.get_by_role("slider", name="Width")).to_have_value("3")


def test_the_invariant_is_measured(open_page):
    page = opened(open_page, "trace")
    for box in page.get_by_role("checkbox").all():
        box.check()
    said = dict(line.split(": ") for line in page.locator("ul.demo-invariant li").all_inner_texts())
    assert {name for name, text in said.items() if text.startswith("holds")} == {"pre-norm", "output-norm", "sandwich"}


def test_the_walk_leads_through_the_graph(open_page):
    page = opened(open_page, "layer-graph")
    walk = page.get_by_role("group", name="A walk through the graph")
    seen = []
    while True:
        expect(walk.locator(".stamp:visible").first).to_be_visible()
        seen.append(page.locator(".rails [aria-pressed=true]").evaluate(
            "(b) => `${b.closest('.demo-pair > div').firstChild.textContent}: ${b.firstChild.textContent}`"))
        if walk.get_by_role("button", name="Next step").is_disabled():
            break
        walk.get_by_role("button", name="Next step").click()
    assert seen == ["pre-norm: +", "pre-norm: LayerNorm", "pre-norm: output", "post-norm: F: feed-forward",
                    "post-norm: LayerNorm", "normalised skip: LayerNorm"]
    page.get_by_role("button", name="F: feed-forward").first.click()
    panel = page.locator(".demo-panel")
    expect(panel).to_contain_text("claims/reference/normalised_skip_block.py:12")
    expect(panel).to_contain_text("w_in (8 × 32)")


def test_the_recorded_experiment_says_where_its_numbers_come_from(open_page):
    page = opened(open_page, "recorded-experiment")
    page.get_by_text("Where these numbers come from").click()
    facts = page.locator(".demo-facts")
    for word in ("NumPy", "float64", "bit for bit", "judged 20", "Limitations", "refutable check zero-branch-leaves"):
        expect(facts).to_contain_text(word)
    files = page.get_by_role("group", name="Files").locator("tbody tr")
    assert files.count() == 6
    for file in files.all():
        name, size, digest = file.locator("th, td").all_inner_texts()
        content = (ROOT / "site/assets/demos/files" / name).read_bytes()
        assert (int(size), digest) == (len(content), hashlib.sha256(content).hexdigest())


@pytest.mark.parametrize("lab", LABS)
def test_a_demo_works_after_instant_navigation(open_page, lab):
    page = open_page("labs/")
    page.wait_for_load_state("networkidle")  # the theme has to know the site's addresses first
    page.evaluate("window.sameDocument = true")
    page.locator(f"article a[href$='{lab}/']").first.click()
    page.get_by_role("button", name="Just show me").click()
    expect(page.locator(".demo-answer")).to_be_visible()
    assert page.evaluate("window.sameDocument") is True, "the page was loaded anew: instant navigation was not used"
    page.go_back()
    page.locator(f"article a[href$='{lab}/']").first.click()
    expect(page.locator(".demo-answer")).to_be_visible()
    assert page.locator(".demo").count() == 1


def test_a_prediction_survives_a_reload_and_can_be_taken_back(open_page):
    page = open_page("labs/epsilon/")
    page.get_by_label("The wrong epsilon").check()
    page.locator(".demo-question input").fill("2.4")
    page.keyboard.press("Enter")
    page.reload()
    expect(page.get_by_label("The wrong epsilon")).to_be_checked()
    expect(page.locator(".demo-said")).to_contain_text("You said: 2.4. Right")
    page.get_by_role("button", name="Predict again").click()
    expect(page.locator(".demo-question input")).to_be_focused()
    expect(page.locator(".demo-answer")).to_be_hidden()


@pytest.mark.parametrize("kept", ["5", '"str"', "null", "[]", '{"said": 5}', '{"said": {"lesson": "x"}, "preset": 7}'])
def test_a_strange_memory_is_forgotten(open_page, kept):
    page = open_page("404-not-yet/")
    page.evaluate("kept => localStorage.setItem('norm-demo:trace', kept)", kept)
    page.goto("http://127.0.0.1:8000/labs/trace/")
    page.get_by_role("button", name="Just show me").click()
    expect(page.locator(".demo-answer")).to_be_visible()
    page.reload()
    expect(page.locator(".demo-answer")).to_be_visible()


@pytest.mark.parametrize("lab", LABS)
def test_without_scripts_every_answer_can_be_reached(open_page, lab):
    page = open_page(f"labs/{lab}/", scripts=False)
    answers = page.locator(".demo-static details")
    assert answers.count() >= 2
    for answer in answers.all():
        answer.locator("summary").click()
        expect(answer.locator(":is(p, table)").first).to_be_visible()
    assert page.locator(".demo-static table").count() >= 1


@pytest.mark.parametrize("lab", LABS)
def test_a_printed_page_has_questions_answers_and_numbers(open_page, lab):
    page = open_page(f"labs/{lab}/")
    page.wait_for_selector(".demo")
    page.emulate_media(media="print")
    expect(page.locator(".demo-answer")).to_be_visible()
    for answer in page.locator(".demo-static details > :is(p, .wide)").all():
        expect(answer).to_be_visible()
    assert page.locator(":is(.demo-question, .demo-controls, .demo-buttons):visible").count() == 0


@pytest.mark.parametrize("lab", ["", *LABS])
def test_a_phone_of_320_pixels_scrolls_in_one_direction(open_page, lab):
    page = opened(open_page, lab, width=320) if lab else open_page("labs/", width=320)
    for more in page.locator(".demo details:visible summary").all():
        more.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize("lab, scheme", list(zip(["", *LABS], itertools.cycle(["light", "dark"]))))
def test_nothing_is_loaded_from_elsewhere_and_nothing_breaks(open_page, elsewhere, lab, scheme):
    errors = []
    page = open_page("404-not-yet/", scheme=scheme)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.goto(f"http://127.0.0.1:8000/labs/{lab}{'/' if lab else ''}")
    page.wait_for_load_state("networkidle")
    for case in page.locator(".demo-cases input").all():
        case.check()
    assert elsewhere == []
    assert errors == []


@pytest.mark.parametrize("lab", LABS)
def test_every_control_has_a_name_and_nothing_moves_by_itself(open_page, lab):
    page = opened(open_page, lab)
    unnamed = page.locator(".demo :is(input, select, button)").evaluate_all(
        "(all) => all.filter((e) => !(e.labels?.length || e.ariaLabel || e.textContent.trim()))"
        ".map((e) => e.outerHTML)")
    assert unnamed == []
    assert page.evaluate("document.querySelector('.demo').getAnimations({ subtree: true }).length") == 0
    assert page.locator(".demo svg[role=img]:not([aria-label])").count() == 0


def opened(open_page, lab, **how):
    page = open_page(f"labs/{lab}/", **how)
    page.get_by_role("button", name="Just show me").click()
    expect(page.locator(".demo-answer")).to_be_visible()
    return page
