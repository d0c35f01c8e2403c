"""The placement probe on blocks whose placement is known, under names that lie."""

import json
from pathlib import Path

import pytest
from optional import needed

torch = needed("torch")

import placement_blocks  # noqa: E402 - it and the next need torch
from placement_blocks import (  # noqa: E402
    FORMULAS,
    MUTANTS,
    NORMS,
    ODD,
    SPELLINGS,
    WIDTH,
    Apart,
    Block,
    Channels,
    Inner,
    Lists,
    Model,
    Sigmoids,
)

from refutable.loading import load_module, load_subject  # noqa: E402

ROOT = Path(__file__).parent.parent
INSTRUMENTS = "claims/instruments"


@pytest.fixture(scope="module")
def parts():
    """The inner parts of the probe: `fill` makes weights that tell gains apart."""
    module = load_module(str(ROOT), f"{INSTRUMENTS}/placement_probe/__init__.py")
    return module, load_subject(str(ROOT), "placement", f"{INSTRUMENTS}/placement/__init__.py")


@pytest.fixture(scope="module")
def row(parts):
    import sys

    module, placement = parts
    tiny = sys.modules[f"{module.__name__}.tiny"]

    def probe(model, *inputs):
        torch.manual_seed(0)
        given = inputs or (torch.randn(4, 12, WIDTH),)
        return placement(module.placement_probe((tiny.fill(model.eval()), *given)))

    return probe


@pytest.mark.parametrize("word", FORMULAS)
def test_every_placement_is_found_under_names_that_lie(row, word):
    found = row(Block(FORMULAS[word]))
    assert found["placement"] == word, found["why"]


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("word", ["post", "pre", "sandwich"])
def test_norms_are_found_by_what_they_do(row, word, norm):
    make, (kind, gain, bias, epsilon) = NORMS[norm]
    found = row(Block(FORMULAS[word], make))
    assert (found["placement"], found["norm"], found["gain"], found["bias"]) == (word, kind, gain, bias)
    assert epsilon is None or found["epsilon"] == pytest.approx(epsilon, rel=0.02)


@pytest.mark.parametrize("flaw", MUTANTS)
def test_a_wrong_version_is_not_taken_for_the_right_one(row, flaw):
    was, formula, becomes = MUTANTS[flaw]
    found = row(Block(formula))
    assert found["placement"] == becomes != was, found
    assert found["why"] or becomes in FORMULAS


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_placement_is_found_however_it_is_written(row, spelling):
    word, formula = SPELLINGS[spelling]
    found = row(Block(formula))
    assert found["placement"] == word, found["why"]


@pytest.mark.parametrize("oddity", ODD)
def test_an_odd_block_is_not_taken_for_a_usual_one(row, oddity):
    formula, words = ODD[oddity]
    found = row(Block(formula))
    assert found["placement"] in words and (found["why"] or found["placement"] == "pre"), found


@pytest.mark.parametrize(("first", "later", "word"), [
    ("post", "pre", "other"), ("pre", "output-norm", "other"), ("no norm at all", "pre", "other"),
    ("the second norm is forgotten", "pre", "pre"), ("the sum is normalized as well", "pre", "other"),
    ("one branch reads the raw stream", "parallel-two", "parallel-two")])
def test_the_first_block_may_lack_a_norm_and_may_not_be_of_another_placement(row, first, later, word):
    formulas = {**FORMULAS, **{flaw: formula for flaw, (_, formula, _) in MUTANTS.items()}}
    found = row(torch.nn.Sequential(*(Block(formulas[name]) for name in (first, later, later))))
    assert found["placement"] == word and found["why"].startswith("0: ")


def test_an_output_norm_of_another_branch_is_no_norm_of_queries(row):
    """It reaches them through the stream alone."""
    found = row(Block(lambda x, a, m, n: (h := x + n[0](m(x)), h + n[1](a(h)))[1]))
    assert (found["placement"], found["qk_norm"]) == ("output-norm", "none")


def test_a_factor_outside_of_a_norm_is_no_part_of_its_epsilon(row):
    found = row(Block(lambda x, a, m, n: (h := x + a(n[0](x / 4)), h + m(n[1](h / 4)))[1]))
    assert (found["placement"], found["epsilon"]) == ("pre", pytest.approx(1e-5, rel=0.02))


@pytest.mark.parametrize(("name", "word", "final"), [
    ("Tokens", "pre", True), ("Cross", "pre", False), ("Thrice", "post", False), ("Packed", "pre", False),
    ("Conditioned", "pre", False), ("Start", "pre", True)])
def test_a_class_is_given_what_it_takes(parts, name, word, final):
    module, placement = parts
    found = placement(module.placement_probe(f"placement_blocks:{name}"))
    assert (found["placement"], found["final_norm"]) == (word, final), found["why"]


def test_a_class_whose_forward_needs_more_says_what_was_tried(parts):
    class Keyword(torch.nn.Module):
        def forward(self, *, hidden):
            return hidden

    module, _ = parts
    placement_blocks.Keyword = Keyword
    problem = module.placement_probe("placement_blocks:Keyword")["problem"]
    assert "takes no stream of 4 × 12 × 64 numbers" in problem and "name a function that takes nothing" in problem


def test_a_stream_may_have_its_features_before_its_tokens(row):
    found = row(torch.nn.Sequential(Channels(), Channels()), torch.randn(4, WIDTH, 12))
    assert (found["placement"], found["norms"]) == ("post", "2L"), found["why"]


@pytest.mark.parametrize("first", [True, False])
def test_norms_of_a_block_that_stands_apart_are_neither_of_the_embedding_nor_final(row, first):
    found = row(Apart(first), torch.randint(0, 64, (4, 12)))
    assert (found["placement"], found["embedding_norm"], found["final_norm"]) == ("pre", False, first)


def test_layers_may_be_lists_of_residual_branches(row):
    found = row(Lists())
    assert (found["placement"], found["norms"], found["final_norm"]) == ("pre", "2L + 1", True)


def test_a_block_inside_of_a_branch_has_no_norm_of_queries(row):
    block = Block(lambda x, a, m, n: x + m(n[0](x)))
    block.embedding_norm = Inner()
    found = row(block)
    assert (found["placement"], found["qk_norm"]) == ("pre", "none")


def test_norms_of_queries_are_unknown_where_attention_is_unlike_attention(row):
    block = Block(FORMULAS["pre"])
    block.q_norm = Sigmoids()
    found = row(block)
    assert (found["placement"], found["qk_norm"]) == ("pre", None)


def test_behind_a_norm_a_factor_is_no_norm(row):
    """All rows are of one size there."""
    found = row(Block(lambda x, a, m, n: (u := n[0](x), h := u + a(n[1](u) * 0.7), h + m(n[2](h)))[2]))
    assert (found["norms"], found["gain"], found["scaled_residual"]) == ("3L", "w", [])


def test_a_router_is_no_attention(row):
    """Its weights sum to one as well, and a constant makes them of a normalized input."""
    class Experts(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.keys, self.experts = torch.nn.Linear(WIDTH, 8), torch.nn.Linear(WIDTH, 8 * WIDTH)

        def forward(self, x):
            weights = self.keys(torch.nn.functional.normalize(x, dim=-1)).softmax(-1)
            return (weights.unsqueeze(-1) * self.experts(x).unflatten(-1, (8, WIDTH)).relu()).sum(-2)

    block = Block(lambda x, a, m, n: (h := x + m(n[0](x)), h + a(n[1](h)))[1])
    block.embedding_norm = Experts()
    assert row(block)["qk_norm"] == "none"


def test_a_norm_by_hand_of_what_a_norm_by_hand_gave_is_counted_once(row):
    by_hand = NORMS["rms called dropout"][0]
    found = row(Block(lambda x, a, m, n: (h := x + a(n[1](n[0](x))), h + m(n[3](n[2](h))))[1], by_hand))
    assert (found["placement"], found["norms"]) == ("pre", "4L")


def test_a_module_that_computes_for_ever_is_stopped(row):
    def endless(x, a, m, n):
        while True:
            x = x + a(n[0](x))

    assert "not tiny: more than 10000 operations" in row(Block(endless))["why"]


def test_a_class_that_computes_for_ever_is_stopped(parts):
    module, _ = parts
    assert "not tiny: more than 10000 operations" in module.placement_probe("placement_blocks:Endless")["problem"]


def test_every_kind_of_block_is_measured(row):
    """Four kinds of pre-norm, by how the norm is computed, do not hide the post-norm behind them."""
    norms = [NORMS[name][0] for name in ("torch", "torch rms", "rms called dropout", "layer called linear")]
    found = row(torch.nn.Sequential(*(Block(FORMULAS["pre"], norm) for norm in norms),
                                    Block(FORMULAS["post"]), Block(FORMULAS["post"])))
    assert [(kind["blocks"], kind["placement"]) for kind in found["measurements"]] == [
        ([0], "pre"), ([1], "pre"), ([2], "pre"), ([3], "pre"), ([4, 5], "post")]
    assert (found["placement"], found["why"]) == ("other", "0: pre; 1: pre; 2: pre; 3: pre; 4, 5: post")


def open_norms(*shape):
    """Pre-norm, its norms in the open: over the features, or over tokens and features."""
    norm = torch.nn.functional.layer_norm
    return lambda x, a, m, n: (h := x + a(norm(x, shape)), h + m(norm(h, shape)))[1]


@pytest.mark.parametrize(("pre", "other", "becomes"), [
    (FORMULAS["pre"], lambda x, a, m, n: (h := x + a(n[0](x)), h + m(n[1](x)))[1], "parallel-two"),
    (open_norms(WIDTH), open_norms(12, WIDTH), "other"),
    (lambda x, a, m, n: (h := x + 1 * a(n[0](x)), h + 1 * m(n[1](h)))[1],
     lambda x, a, m, n: (h := x + 0 * a(n[0](x)), h + 0 * m(n[1](h)))[1], "undecided"),
], ids=["both branches read the input", "another axis", "a factor of zero"])
def test_the_same_operations_do_not_make_the_same_kind(row, pre, other, becomes):
    assert [row(Block(formula))["placement"] for formula in (pre, other)] == ["pre", becomes]
    found = row(torch.nn.Sequential(*(Block(formula) for formula in (pre, other, other, pre))))
    assert [(kind["blocks"], kind["placement"]) for kind in found["measurements"]] == [
        ([0, 3], "pre"), ([1, 2], becomes)]
    assert found["placement"] == ("undecided" if becomes == "undecided" else "other")
    assert found["why"].startswith(f"0, 3: pre; 1, 2: {becomes}")


@pytest.mark.parametrize("kind", ["none", "per-head", "full"])
def test_a_norm_of_queries_and_keys_is_told_by_its_width(row, kind):
    found = row(Block(FORMULAS["pre"], qk_norm=kind))
    assert (found["placement"], found["qk_norm"]) == ("pre", kind)


@pytest.mark.parametrize(("first", "last"), [(False, False), (True, False), (False, True), (True, True)])
def test_norms_outside_of_blocks_are_told_by_what_they_read(row, first, last):
    norm = torch.nn.Identity, lambda: torch.nn.LayerNorm(WIDTH)
    found = row(Model(FORMULAS["pre"], norm[first], norm[last]), torch.randint(0, 64, (4, 12)))
    assert (found["placement"], found["embedding_norm"], found["final_norm"]) == ("pre", first, last)
    assert found["norms"] == "2L" + (f" + {first + last}" if first + last else "")


def test_factors_of_stream_and_branch_are_measured(row):
    deep = row(Block(lambda x, a, m, n: (h := n[0](1.7 * x + a(x)), n[1](1.7 * h + m(h)))[1]))
    assert (deep["placement"], deep["scaled_residual"]) == ("post", ["1.7 x + 1 F(x)"])
    add, lerp = torch.add, torch.lerp
    inside = row(Block(lambda x, a, m, n: (h := add(x, a(n[0](x)), alpha=0.2), lerp(h, m(n[1](h)), 0.25))[1]))
    assert inside["scaled_residual"] == ["0.75 x + 0.25 F(x)", "1 x + 0.2 F(x)"]
    small = row(Block(lambda x, a, m, n: (h := x + 0.22 * a(n[0](x)), h + 0.22 * m(n[1](h)))[1]))
    assert (small["placement"], small["scaled_residual"]) == ("pre", ["1 x + 0.22 F(x)"])


def test_a_pointwise_squashing_is_no_norm(row):
    found = row(Block(lambda x, a, m, n: (h := x + a(torch.tanh(x)), h + m(torch.tanh(h)))[1]))
    assert (found["placement"], found["why"]) == ("other", "no norm over the features of a token in the block")


def test_names_change_nothing(row, parts):
    """The same block with all its modules under other names gives the same measurements."""
    module, _ = parts
    block, other = Block(FORMULAS["sandwich"]).eval(), Block(FORMULAS["sandwich"]).eval()
    other.load_state_dict(block.state_dict())
    for old, new in (("q_norm", "mlp"), ("post_attention_layernorm", "x"), ("final_norm", "input_layernorm_2")):
        other.add_module(new, other._modules.pop(old))
        object.__setattr__(other, old, other._modules[new])
    x = torch.randn(4, 12, WIDTH)
    one, two = (module.placement_probe((b, x)) for b in (block, other))
    names = [[n.pop("name") for n in found["stacks"][0]["blocks"][0]["norms"]] for found in (one, two)]
    assert names[0] != names[1]
    assert one == two


def test_what_the_outside_contradicts_is_undecided(parts):
    """The rules do not trust the inside alone: numbers from outside have to agree."""
    module, placement = parts
    block = Block(FORMULAS["pre"]).eval()
    measured = module.placement_probe((block, torch.randn(4, 12, WIDTH)))
    assert placement(measured)["placement"] == "pre"
    measured["stacks"][0]["blocks"][0]["written_ratio"][-1] = 50.0
    found = placement(measured)
    assert found["placement"] == "undecided"
    assert found["why"] == "inside it looks pre, but what is written for 100 x is 50 times as large"


def test_what_cannot_be_compared_is_undecided(row):
    state = {"n": 0}

    def forgetful(x, a, m, n):
        state["n"] += 1
        return x + a(n[0](x)) * state["n"]

    assert row(Block(forgetful))["why"] == "the block gives another output for the same input"


def test_what_cannot_be_built_says_so(parts):
    module, placement = parts
    found = placement(module.placement_probe("no_such_type"))
    assert found["placement"] == "undecided" and "no_such_type" in found["why"] and not found["built"]
    assert "neither a model type nor" in placement(module.placement_probe("not a name!"))["why"]


KEYS = {"placement", "why", "norm", "gain", "bias", "epsilon", "final_norm", "qk_norm", "embedding_norm", "norms",
        "names", "built", "measurements"}


def test_programs_find_every_key_whatever_came_of_it(row, parts):
    module, placement = parts
    built, unbuilt = row(Block(FORMULAS["pre"])), placement(module.placement_probe("no_such_type"))
    assert set(built) >= KEYS and set(unbuilt) >= KEYS
    json.loads(json.dumps([built, unbuilt], allow_nan=False))


@pytest.mark.parametrize(("name", "said"), [
    ("placement_blocks:Attention", ""),
    ("placement_blocks:Model", "Model.__init__() missing 1 required positional argument: 'formula'; what it needs can"),
    ("placement_blocks:Atention", "`placement_blocks` has no `Atention`; did you mean `Attention`?"),
    ("no_such_module:Block", "No module named 'no_such_module'; it has to be installed, or in the current folder"),
    ("platform:system", "makes no torch.nn.Module, but str"),
])
def test_a_class_of_ones_own_is_built_or_says_what_it_needs(parts, name: str, said: str):
    module, _ = parts
    found = module.placement_probe(name)
    assert said in found["problem"] and found["built"] == (said == ""), found["problem"]
