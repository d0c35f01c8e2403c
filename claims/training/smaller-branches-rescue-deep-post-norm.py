"""Train 24 post-norm layers whose value, output and feed-forward matrices start at half their size."""

import numpy as np

from refutable import above, below, experiment, mutant, outcomes


@experiment(scale=("torch", "xavier"), gain=(1.0, 0.5), seed=(*range(200, 220), *range(1_000_200, 1_000_220)))
def run(scale, gain, seed, draw_encoder, encoder_gradients, train_encoder):
    losses = train_encoder(draw_encoder(24, seed, scale=scale, gain=gain), encoder_gradients, seed)["losses"]
    return {"last": np.mean(losses[-10:]).item(), "curve": [round(loss, 3) for loss in losses[::5]]}


def check(recording):
    ours = "replication" not in recording  # of fresh seeds a few may end otherwise
    for scale, recorded in (("torch", 39), ("xavier", 40)):
        whole, half = ([o["last"] for o in outcomes(recording, scale=scale, gain=gain)] for gain in (1.0, 0.5))
        above(f"seeds, {scale} scale", min(len(whole), len(half)), 2)
        at_chance = sum(loss > 2.6 for loss in whole)
        least = recorded if ours else len(whole) - max(1, len(whole) // 10)
        above(f"runs that end at chance, {scale} scale, of {len(whole)}", at_chance, least)
        above(f"final losses, {scale} scale", whole, 1.0)
        below(f"final losses, half of the {scale} scale", half, 1.0)


def figure(recording):
    arms = [(scale, gain) for scale in ("torch", "xavier") for gain in (1.0, 0.5)]
    curves = {
        arm: np.median([o["curve"] for o in outcomes(recording, scale=arm[0], gain=arm[1])], axis=0) for arm in arms
    }
    ends = {
        f"{scale} x {gain:g}": np.median([o["last"] for o in outcomes(recording, scale=scale, gain=gain)])
        for scale, gain in arms
    }
    return {
        "title": "24 post-norm layers, rate 3e-3, no warmup: median loss",
        "x": "step",
        "y": "loss (nats)",
        "log": "",
        "series": {
            f"{scale} x {gain:g}": [[5 * i, float(y)] for i, y in enumerate(curve)]
            for (scale, gain), curve in curves.items()
        },
        "lines": {"chance, ln 16": float(np.log(16))},
        "says": "The median loss ends at " + ", ".join(f"{end:.3f} ({arm})" for arm, end in ends.items()) + ".",
    }


@mutant("recording")
def gains_swapped(recording):
    """Exchanges the labels of whole and half branches."""
    for run in recording["runs"]:
        run["with"]["gain"] = 1.5 - run["with"]["gain"]
    return recording


@mutant("recording")
def one_small_run_failed(recording):
    """One of the runs with half branches stayed at chance."""
    outcomes(recording, scale="xavier", gain=0.5)[0]["last"] = 2.79
    return recording


@mutant("recording")
def gain_ignored(recording):
    """The factor was never applied: half branches do what whole ones do."""
    for scale in ("torch", "xavier"):
        for half, whole in zip(
            outcomes(recording, scale=scale, gain=0.5), outcomes(recording, scale=scale, gain=1.0), strict=True
        ):
            half["last"] = whole["last"]
    return recording


@mutant("recording")
def whole_branches_left_out(recording):
    """Holds no run at the usual scale, so that nothing needed rescuing."""
    recording["runs"] = [run for run in recording["runs"] if run["with"]["gain"] == 0.5]
    return recording


@mutant("recording")
def one_seed(recording):
    """Keeps the first seed alone."""
    recording["runs"] = [run for run in recording["runs"] if run["with"]["seed"] == recording["grid"]["seed"][0]]
    return recording
