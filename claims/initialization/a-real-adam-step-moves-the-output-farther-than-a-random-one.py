"""Move all weights of the layers equally far, by Adam's first step or at random, and see how far the logits go."""

import numpy as np

from refutable import above, below, experiment, mutant, outcomes


@experiment(arm=("post", "pre", "DeepNorm"), seed=range(200, 210))
def run(arm, seed, draw_encoder, encoder_gradients, deep_norm_scales):
    moved, size = {"Adam": [], "random": []}, 1e-6
    for depth in (3, 6, 12, 24, 48):
        alpha, beta = deep_norm_scales(depth, 0)[0] if arm == "DeepNorm" else (1.0, 1.0)
        p = draw_encoder(depth, (seed, depth), gain=beta, dtype=np.float64)
        rng, g = np.random.default_rng((seed, depth, 1)), {name: np.zeros_like(value) for name, value in p.items()}
        tokens, unused = rng.integers(0, 16, (8, 8)), {name: np.zeros_like(value) for name, value in p.items()}
        options = {"placement": "pre" if arm == "pre" else "post", "skip": alpha}
        before = encoder_gradients(p, g, tokens, tokens, **options)["logits"]
        layers = [name for name in p if name not in ("symbol", "place", "head", "final_gain", "final_bias")]
        for kind, step in moved.items():
            # Adam's first step is the sign of the gradient times the rate
            signs = {name: np.sign(g[name] if kind == "Adam" else rng.normal(size=p[name].shape)) for name in layers}
            there = p | {name: p[name] - size * signs[name] for name in layers}
            after = encoder_gradients(there, unused, tokens, tokens, **options)["logits"]
            step.append(float(f"{np.sqrt(np.mean((after - before) ** 2)) / size:.4g}"))
    return moved


def check(recording):
    far = {}  # logits moved by so many times the step of a weight, geometric mean, at 3, 6, 12, 24, 48 layers
    for arm in ("post", "pre", "DeepNorm"):
        above(f"seeds, {arm}", len(outcomes(recording, arm=arm)), 2)
        for kind in ("Adam", "random"):
            far[arm, kind] = np.exp(np.mean([np.log(o[kind]) for o in outcomes(recording, arm=arm)], axis=0))
    above(
        "post-norm, 24 layers, Adam's step over a random one", far["post", "Adam"][3] / far["post", "random"][3], 20.0
    )
    above("24 layers, Adam's step, post-norm over pre-norm", far["post", "Adam"][3] / far["pre", "Adam"][3], 1.5)
    above("24 layers, Adam's step, post-norm over DeepNorm", far["post", "Adam"][3] / far["DeepNorm", "Adam"][3], 6.0)
    slope = {key: np.polyfit(np.log((3, 6, 12, 24, 48)), np.log(values), 1)[0] for key, values in far.items()}
    above("post-norm, log-log slope of Adam's step against depth", slope["post", "Adam"], 1.0)
    below("post-norm, log-log slope of a random step against depth", slope["post", "random"], 0.9)


def figure(recording):
    series = {
        f"{arm}, {kind}": [
            [depth, float(y)]
            for depth, y in zip(
                (3, 6, 12, 24, 48),
                np.exp(np.mean([np.log(o[kind]) for o in outcomes(recording, arm=arm)], axis=0)),
                strict=True,
            )
        ]
        for arm in ("post", "pre", "DeepNorm")
        for kind in ("Adam", "random")
    }
    return {
        "title": "How far one small step moves the logits before training",
        "x": "depth (layers)",
        "log": "xy",
        "y": "RMS change of a logit over the step of a weight",
        "series": series,
        "lines": {},
        "says": "At 24 layers the logits move "
        + ", ".join(f"{points[3][1]:.0f} ({name})" for name, points in series.items())
        + " times as far as each weight.",
    }


@mutant("recording")
def random_steps_tell_all(recording):
    """Adam's step moves the output as far as a random one."""
    for run in recording["runs"]:
        run["outcome"]["Adam"] = run["outcome"]["random"]
    return recording


@mutant("recording")
def kinds_swapped(recording):
    """Exchanges the two kinds of step."""
    for run in recording["runs"]:
        run["outcome"] = {"Adam": run["outcome"]["random"], "random": run["outcome"]["Adam"]}
    return recording


@mutant("recording")
def placements_swapped(recording):
    """Exchanges the labels of post-norm and pre-norm."""
    names = {"post": "pre", "pre": "post"}
    for run in recording["runs"]:
        run["with"]["arm"] = names.get(run["with"]["arm"], run["with"]["arm"])
    return recording


@mutant("recording")
def curve_flattened(recording):
    """Every depth moves the output as far as 24 layers do."""
    for run in recording["runs"]:
        run["outcome"] = {kind: values[3:4] * 5 for kind, values in run["outcome"].items()}
    return recording


@mutant("recording")
def deep_norm_left_out(recording):
    """Holds no run with DeepNorm."""
    recording["runs"] = [run for run in recording["runs"] if run["with"]["arm"] != "DeepNorm"]
    return recording


@mutant("recording")
def deep_norm_like_post_norm(recording):
    """DeepNorm's factors were never applied."""
    for deep, post in zip(outcomes(recording, arm="DeepNorm"), outcomes(recording, arm="post"), strict=True):
        deep.update(post)
    return recording
