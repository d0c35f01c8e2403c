"""Train both placements at three depths and five rates, and find the highest rate at which most seeds learn."""

import numpy as np

from refutable import above, equal, experiment, mutant, outcomes


@experiment(placement=("post", "pre"), depth=(6, 12, 24), rate=(1e-3, 3e-3, 1e-2, 3e-2, 1e-1), seed=range(200, 205))
def run(placement, depth, rate, seed, draw_encoder, encoder_gradients, train_encoder):
    weights = draw_encoder(depth, seed)
    losses = train_encoder(weights, encoder_gradients, seed, placement=placement, rate=rate, steps=80)["losses"]
    return {"highest": round(max(losses) / losses[0], 4), "last": round(np.mean(losses[-10:]).item(), 5)}


def check(recording):
    highest, seeds = {}, []
    for placement in ("post", "pre"):
        for depth in (6, 12, 24):
            learned = []  # the rates at which the median seed ends below 1 nat
            for rate in (1e-3, 3e-3, 1e-2, 3e-2, 1e-1):
                losses = [o["last"] for o in outcomes(recording, placement=placement, depth=depth, rate=rate)]
                seeds.append(len(losses))
                learned += [rate] * bool(np.median(losses) < 1.0)
            highest[placement, depth] = max(learned, default=0.0)
    above("seeds of each cell", seeds, 2)
    equal("highest rate, post-norm of 6, 12, 24 layers", [highest["post", n] for n in (6, 12, 24)], [1e-2, 3e-3, 1e-3])
    equal("highest rate, pre-norm of 6, 12, 24 layers", [highest["pre", n] for n in (6, 12, 24)], [3e-2, 3e-2, 3e-2])


def figure(recording):
    series, rates = {}, recording["grid"]["rate"]
    for placement in ("post", "pre"):
        points = []
        for depth in recording["grid"]["depth"]:
            learned = [
                rate
                for rate in rates
                if np.median([o["last"] for o in outcomes(recording, placement=placement, depth=depth, rate=rate)])
                < 1.0
            ]
            points.append([depth, max(learned, default=0.0)])
        series[f"{placement}-norm"] = points
    ends = {name: " to ".join(f"{points[i][1]:g}" for i in (0, -1)) for name, points in series.items()}
    return {
        "title": "Highest learning rate at which most seeds learn to copy",
        "x": "depth (layers)",
        "y": "learning rate (Adam)",
        "log": "xy",
        "series": series,
        "lines": {},
        "says": "From 6 to 24 layers it goes "
        + " and ".join(f"from {way} in {name}" for name, way in ends.items())
        + ".",
    }


@mutant("recording")
def placements_swapped(recording):
    """Exchanges the labels of the placements."""
    for run in recording["runs"]:
        run["with"]["placement"] = {"post": "pre", "pre": "post"}[run["with"]["placement"]]
    return recording


@mutant("recording")
def depth_ignored(recording):
    """Files the results of 6 layers under every depth."""
    short = {str(run["with"] | {"depth": 0}): run["outcome"] for run in recording["runs"] if run["with"]["depth"] == 6}
    for run in recording["runs"]:
        run["outcome"] = short[str(run["with"] | {"depth": 0})]
    return recording


@mutant("recording")
def deep_pre_norm_failed_at_3e_2(recording):
    """The runs of 24-layer pre-norm at 3e-2 stayed at chance."""
    for outcome in outcomes(recording, placement="pre", depth=24, rate=3e-2):
        outcome["last"] = 2.8
    return recording


@mutant("recording")
def deep_post_norm_learned_at_3e_3(recording):
    """All runs of 24-layer post-norm at 3e-3 learned."""
    for outcome in outcomes(recording, placement="post", depth=24, rate=3e-3):
        outcome["last"] = 0.02
    return recording


@mutant("recording")
def rates_reversed(recording):
    """Files every run under the rate from the other end of the list."""
    rates = [1e-3, 3e-3, 1e-2, 3e-2, 1e-1]
    for run in recording["runs"]:
        run["with"]["rate"] = rates[-1 - rates.index(run["with"]["rate"])]
    return recording


@mutant("recording")
def highest_rate_left_out(recording):
    """Holds no run at 0.1, the rate at which pre-norm fails."""
    recording["runs"] = [run for run in recording["runs"] if run["with"]["rate"] != 1e-1]
    return recording
