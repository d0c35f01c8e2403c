"""Share of the last stream that tells the tokens of a sequence apart, in untrained encoders at two initial scales."""

import numpy as np

from refutable import above, below, experiment, mutant, outcomes


@experiment(arm=("post, Xavier", "post, PyTorch scale", "pre, Xavier"), depth=(6, 12, 24, 48), seed=range(200, 210))
def run(arm, depth, seed, draw_encoder, encoder_gradients):
    p = draw_encoder(depth, seed, scale="torch" if "PyTorch" in arm else "xavier", dtype=np.float64)
    g = {name: np.zeros_like(value) for name, value in p.items()}
    tokens = np.random.default_rng((seed, 2)).integers(0, 16, (8, 8))
    last = encoder_gradients(p, g, tokens, tokens, arm.split(",")[0])["streams"][-1].reshape(8, 8, -1)
    apart = last - last.mean(axis=1, keepdims=True)
    return {"share": float(f"{np.sum(apart**2) / np.sum(last**2):.3g}")}


def check(recording):
    share = {}
    for arm in ("post, Xavier", "post, PyTorch scale", "pre, Xavier"):
        for depth in (6, 12, 24, 48):
            share[arm, depth] = [o["share"] for o in outcomes(recording, arm=arm, depth=depth)]
    above("seeds of each cell", [len(values) for values in share.values()], 2)
    below("post-norm, Xavier, 24 layers", share["post, Xavier", 24], 1e-3)
    above("post-norm, Xavier, 6 layers", share["post, Xavier", 6], 0.01)
    above("post-norm, PyTorch scale, 24 layers", share["post, PyTorch scale", 24], 0.02)
    below("post-norm, PyTorch scale, 48 layers", share["post, PyTorch scale", 48], 0.05)
    above("pre-norm, Xavier, 48 layers", share["pre, Xavier", 48], 0.04)


def figure(recording):
    series = {
        arm: [
            [depth, float(np.median([max(o["share"], 1e-12) for o in outcomes(recording, arm=arm, depth=depth)]))]
            for depth in (6, 12, 24, 48)
        ]
        for arm in ("post, Xavier", "post, PyTorch scale", "pre, Xavier")
    }
    return {
        "title": "What tells the tokens of a sequence apart, before training",
        "x": "depth (layers)",
        "log": "y",
        "y": "share of the last stream (median)",
        "series": series,
        "lines": {},
        "says": "At 24 layers the share is "
        + ", ".join(f"{points[2][1]:.2g} ({arm})" for arm, points in series.items())
        + ".",
    }


@mutant("recording")
def scales_swapped(recording):
    """Exchanges the labels of the two scales."""
    names = {"post, Xavier": "post, PyTorch scale", "post, PyTorch scale": "post, Xavier"}
    for run in recording["runs"]:
        run["with"]["arm"] = names.get(run["with"]["arm"], run["with"]["arm"])
    return recording


@mutant("recording")
def placements_swapped(recording):
    """Exchanges the labels of the placements under Xavier."""
    names = {"post, Xavier": "pre, Xavier", "pre, Xavier": "post, Xavier"}
    for run in recording["runs"]:
        run["with"]["arm"] = names.get(run["with"]["arm"], run["with"]["arm"])
    return recording


@mutant("recording")
def depths_reversed(recording):
    """Files every run under the depth from the other end of the list."""
    depths = [6, 12, 24, 48]
    for run in recording["runs"]:
        run["with"]["depth"] = depths[-1 - depths.index(run["with"]["depth"])]
    return recording


@mutant("recording")
def one_network_keeps_them_apart(recording):
    """One Xavier network of 24 layers keeps a tenth of the stream for the differences."""
    outcomes(recording, arm="post, Xavier", depth=24)[0]["share"] = 0.1
    return recording


@mutant("recording")
def curve_flattened(recording):
    """Every depth has the share of 6 layers."""
    for run in recording["runs"]:
        run["outcome"] = outcomes(recording, arm=run["with"]["arm"], depth=6, seed=run["with"]["seed"])[0]
    return recording
