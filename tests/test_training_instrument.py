"""The instruments behind the training recordings: gradients against finite differences, updates against arithmetic."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from refutable.loading import load_subject

ROOT = str(Path(__file__).parents[1])
draw_encoder, encoder_gradients, train_encoder = (
    load_subject(ROOT, name, f"claims/instruments/{name}.py")
    for name in ("draw_encoder", "encoder_gradients", "train_encoder")
)

OPTIONS: dict[str, dict[str, Any]] = {
    "post": {"placement": "post"},
    "post with a scaled skip and a final norm": {"placement": "post", "skip": 1.7, "final_norm": True},
    "pre": {"placement": "pre"},
    "pre without a final norm": {"placement": "pre", "final_norm": False},
    "output": {"placement": "output"},
    "output with QK-norm": {"placement": "output", "qk_norm": True},
    "post, causal, with cross-attention": {"placement": "post", "causal": True, "memory": True},
    "pre, causal, with cross-attention and QK-norm": {
        "placement": "pre",
        "causal": True,
        "memory": True,
        "qk_norm": True,
    },
}


def untrained(**made: Any) -> dict[str, Any]:
    p = draw_encoder(2, 0, width=8, hidden=12, symbols=5, length=4, dtype=np.float64, **made)
    rng = np.random.default_rng(1)
    # biases and gains away from 0 and 1, so that a gradient that forgets them is seen
    return {name: value + 0.3 * rng.normal(size=value.shape) for name, value in p.items()}


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_every_gradient_agrees_with_finite_differences(options: dict[str, Any]) -> None:
    p, rng = untrained(cross="memory" in options), np.random.default_rng(2)
    tokens, targets = rng.integers(0, 5, (2, 3, 4))
    options = options | ({"memory": rng.normal(size=(3, 4, 8))} if "memory" in options else {})
    g = {name: np.full_like(value, np.nan) for name, value in p.items()}
    encoder_gradients(p, g, tokens, targets, **options)
    unused = {name: np.zeros_like(value) for name, value in p.items()}

    def loss(**moved: Any) -> float:
        value: float = encoder_gradients(p | moved, unused, tokens, targets, **options)["loss"]
        return value

    for name, value in p.items():
        for _ in range(3):  # along random directions: every entry takes part
            along = rng.normal(size=value.shape)
            measured = (loss(**{name: value + 1e-6 * along}) - loss(**{name: value - 1e-6 * along})) / 2e-6
            assert measured == pytest.approx(float((g[name] * along).sum()), abs=2e-8), name


def test_a_causal_encoder_does_not_see_the_future() -> None:
    p = untrained()
    g = {name: np.zeros_like(value) for name, value in p.items()}
    tokens = np.array([[0, 1, 2, 3]])
    before, after = (
        encoder_gradients(p, g, t, t, "pre", causal=True)["logits"] for t in (tokens, np.array([[0, 1, 2, 4]]))
    )
    assert np.array_equal(before[:3], after[:3])
    assert not np.allclose(before[3], after[3])


def test_initial_scales_are_those_of_the_docstring() -> None:
    # width 32, hidden 64; the bound of each matrix, reached within 2 % by the largest of thousands of draws
    bounds = {
        "torch": {"qkv": 6 / 128, "out": 1 / 32, "up": 1 / 32, "down": 1 / 64},
        "xavier": {"qkv": 6 / 64, "out": 6 / 64, "up": 6 / 96, "down": 6 / 96},
    }
    for scale, squares in bounds.items():
        p = draw_encoder(24, 0, scale=scale)
        for name, square in squares.items():
            assert np.abs(p[name]).max() == pytest.approx(square**0.5, rel=0.02), (scale, name)


def test_the_gain_spares_queries_and_keys() -> None:
    whole, half = draw_encoder(2, 0), draw_encoder(2, 0, gain=0.5)
    for name in ("out", "up", "down"):
        assert np.array_equal(half[name], 0.5 * whole[name])
    assert np.array_equal(half["qkv"][..., :64], whole["qkv"][..., :64])
    assert np.array_equal(half["qkv"][..., 64:], 0.5 * whole["qkv"][..., 64:])


def test_cloned_layers_are_equal_and_others_are_not() -> None:
    cloned, drawn = draw_encoder(3, 0, cloned=True), draw_encoder(3, 0)
    for name in ("qkv", "out", "up", "down"):
        assert (cloned[name] == cloned[name][:1]).all()
        assert not (drawn[name] == drawn[name][:1]).all()


def slope_down(p: dict[str, Any], g: dict[str, Any], *_: Any, **__: Any) -> dict[str, Any]:
    """Stands for the model: the gradient of every weight is 2, and the loss says where the first weight is."""
    for value in g.values():
        value[:] = 2.0
    return {"loss": float(p["w"][0]), "logits": None, "streams": [np.ones((64, 4))], "branches": [np.ones((64, 4))]}


def path(**options: Any) -> list[float]:
    """How far the first of four weights has gone before each step."""
    losses: list[float] = train_encoder({"w": np.zeros(4)}, slope_down, 0, **options)["losses"]
    return losses


def test_adam_moves_by_the_rate_under_a_constant_gradient() -> None:
    assert path(steps=4, rate=0.1) == pytest.approx([0, -0.1, -0.2, -0.3])


def test_warmup_rises_in_a_straight_line() -> None:
    assert path(steps=5, rate=0.1, warmup=4) == pytest.approx([0, -0.025, -0.075, -0.15, -0.25])


def test_the_rate_can_be_lowered_after_a_step() -> None:
    assert path(steps=5, rate=0.1, later=(2, 0.1)) == pytest.approx([0, -0.1, -0.2, -0.21, -0.22])


def test_sgd_with_momentum() -> None:
    # velocities 2, 2 + 0.5 * 2 = 3, 2 + 0.5 * 3 = 3.5
    assert path(steps=4, rate=0.1, optimizer="sgd", momentum=0.5) == pytest.approx([0, -0.2, -0.5, -0.85])


def test_clipping_bounds_the_norm_of_the_whole_gradient() -> None:
    # four entries of 2 have norm 4; clipped to 1 each is 0.5
    assert path(steps=2, rate=0.1, optimizer="sgd", clip=1.0) == pytest.approx([0, -0.05])
    assert path(steps=2, rate=0.1, optimizer="sgd", clip=5.0) == pytest.approx([0, -0.2])


def test_training_leaves_the_weights_alone_and_repeats_itself() -> None:
    weights = draw_encoder(2, 0)
    before = {name: value.copy() for name, value in weights.items()}
    first, second = (train_encoder(weights, encoder_gradients, 0, steps=5)["losses"] for _ in range(2))
    assert first == second
    assert all(np.array_equal(weights[name], before[name]) for name in before)


def test_reading_in_the_other_placement_uses_the_same_batches() -> None:
    # 0 layers: both placements are the same function
    read = train_encoder(draw_encoder(0, 0), encoder_gradients, 0, steps=3, final_norm=True, read_as="pre")["read"]
    assert read["post"] == read["pre"]
