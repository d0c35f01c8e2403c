"""First and last layer's gradients of output-norm encoders with and without QK-norm, before training."""

import numpy as np

from refutable import above, below, experiment, mutant, outcomes


@experiment(qk_norm=(False, True), depth=(6, 12, 24, 48), seed=range(200, 210))
def run(qk_norm, depth, seed, draw_encoder, encoder_gradients):
    p = draw_encoder(depth, seed, scale="xavier", symbols=64, length=16, dtype=np.float64)
    g = {name: np.zeros_like(value) for name, value in p.items()}
    tokens, labels = np.random.default_rng((seed, 2)).integers(0, 64, (2, 4, 16))
    encoder_gradients(p, g, tokens, labels, "output", qk_norm=qk_norm)
    size = np.linalg.norm(g["down"], axis=(1, 2))
    return {"ratio": float(f"{size[0] / size[-1]:.4g}")}


def check(recording):
    ratio, seeds = {}, []  # of the first layer's gradient to the last one's, geometric mean
    for qk_norm in (False, True):
        for depth in (6, 12, 24, 48):
            found = [o["ratio"] for o in outcomes(recording, qk_norm=qk_norm, depth=depth)]
            seeds.append(len(found))
            ratio[qk_norm, depth] = np.exp(np.mean(np.log(found)))
    above("seeds of each cell", seeds, 2)
    below("with QK-norm, 6 to 48 layers", [ratio[True, depth] for depth in (6, 12, 24, 48)], 12.0)
    above("without QK-norm, 24 layers", ratio[False, 24], 50.0)
    above("without QK-norm, 48 layers", ratio[False, 48], 2e3)
    above("without QK-norm, growth from 6 to 24 layers", ratio[False, 24] / ratio[False, 6], 10.0)


def figure(recording):
    series = {
        name: [
            [
                depth,
                float(np.exp(np.mean(np.log([o["ratio"] for o in outcomes(recording, qk_norm=qk_norm, depth=depth)])))),
            ]
            for depth in (6, 12, 24, 48)
        ]
        for name, qk_norm in (("without QK-norm", False), ("with QK-norm", True))
    }
    return {
        "title": "Output-norm encoders: gradient of the first layer over that of the last",
        "x": "depth (layers)",
        "log": "xy",
        "y": "ratio (geometric mean)",
        "series": series,
        "lines": {"equal": 1.0},
        "says": "At 24 layers the ratio is "
        + " and ".join(f"{points[2][1]:.3g} {name}" for name, points in series.items())
        + ".",
    }


@mutant("recording")
def arms_swapped(recording):
    """Exchanges the labels."""
    for run in recording["runs"]:
        run["with"]["qk_norm"] = not run["with"]["qk_norm"]
    return recording


@mutant("recording")
def qk_norm_does_nothing(recording):
    """With QK-norm the ratio is what it is without."""
    for depth in (6, 12, 24, 48):
        for normed, bare in zip(
            outcomes(recording, qk_norm=True, depth=depth), outcomes(recording, qk_norm=False, depth=depth), strict=True
        ):
            normed["ratio"] = bare["ratio"]
    return recording


@mutant("recording")
def nothing_to_tame(recording):
    """Without QK-norm the ratio is what it is with it."""
    for depth in (6, 12, 24, 48):
        for bare, normed in zip(
            outcomes(recording, qk_norm=False, depth=depth), outcomes(recording, qk_norm=True, depth=depth), strict=True
        ):
            bare["ratio"] = normed["ratio"]
    return recording


@mutant("recording")
def curve_flattened(recording):
    """Every depth has the ratio of 6 layers."""
    for run in recording["runs"]:
        run["outcome"] = outcomes(recording, qk_norm=run["with"]["qk_norm"], depth=6, seed=run["with"]["seed"])[0]
    return recording


@mutant("recording")
def depths_reversed(recording):
    """Files every run under the depth from the other end of the list."""
    depths = [6, 12, 24, 48]
    for run in recording["runs"]:
        run["with"]["depth"] = depths[-1 - depths.index(run["with"]["depth"])]
    return recording
