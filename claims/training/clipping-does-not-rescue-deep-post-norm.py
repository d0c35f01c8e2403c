"""Train post-norm encoders with the norm of the whole gradient clipped to 1 and to 0.1."""

import numpy as np

from refutable import above, below, experiment, mutant, outcomes


@experiment(arm=("24, clipped to 1", "24, clipped to 0.1", "6, clipped to 0.1"), seed=range(200, 210))
def run(arm, seed, draw_encoder, encoder_gradients, train_encoder):
    depth, clip = arm.split(", clipped to ")
    losses = train_encoder(draw_encoder(int(depth), seed), encoder_gradients, seed, clip=float(clip))["losses"]
    return {"last": np.mean(losses[-10:]).item(), "curve": [round(loss, 3) for loss in losses[::5]]}


def check(recording):
    last = {
        arm: [o["last"] for o in outcomes(recording, arm=arm)]
        for arm in ("24, clipped to 1", "24, clipped to 0.1", "6, clipped to 0.1")
    }
    above("seeds of each arm", [len(losses) for losses in last.values()], 2)
    for clip in ("1", "0.1"):
        above(f"final losses, 24 layers, clipped to {clip}", last[f"24, clipped to {clip}"], 1.0)
        above(f"their median, clipped to {clip}", np.median(last[f"24, clipped to {clip}"]), 2.4)
    below("final losses, 6 layers, clipped to 0.1", last["6, clipped to 0.1"], 1.0)


def figure(recording):
    arms = ("24, clipped to 1", "24, clipped to 0.1", "6, clipped to 0.1")
    curves = {arm: np.median([o["curve"] for o in outcomes(recording, arm=arm)], axis=0) for arm in arms}
    ends = {arm: np.median([o["last"] for o in outcomes(recording, arm=arm)]) for arm in arms}
    return {
        "title": "Post-norm layers with clipped gradients, rate 3e-3: median loss",
        "x": "step",
        "y": "loss (nats)",
        "log": "",
        "series": {arm: [[5 * i, float(y)] for i, y in enumerate(curve)] for arm, curve in curves.items()},
        "lines": {"chance, ln 16": float(np.log(16))},
        "says": "The median loss ends at " + ", ".join(f"{end:.3f} ({arm})" for arm, end in ends.items()) + ".",
    }


@mutant("recording", belief=True)
def clipping_rescues(recording):
    """Every deep run that is clipped to 0.1 learned."""
    for outcome in outcomes(recording, arm="24, clipped to 0.1"):
        outcome["last"] = 0.02
    return recording


@mutant("recording")
def one_seed_rescued(recording):
    """One of the deep runs learned."""
    outcomes(recording, arm="24, clipped to 1")[0]["last"] = 0.5
    return recording


@mutant("recording")
def harder_clipping_left_out(recording):
    """Holds no deep run that is clipped to 0.1."""
    recording["runs"] = [run for run in recording["runs"] if run["with"]["arm"] != "24, clipped to 0.1"]
    return recording


@mutant("recording")
def depths_swapped(recording):
    """Exchanges the labels of 6 and 24 layers."""
    names = {"24, clipped to 0.1": "6, clipped to 0.1", "6, clipped to 0.1": "24, clipped to 0.1"}
    for run in recording["runs"]:
        run["with"]["arm"] = names.get(run["with"]["arm"], run["with"]["arm"])
    return recording


@mutant("recording")
def clipping_stops_training(recording):
    """Clipped so hard, 6 layers fail as well."""
    for outcome in outcomes(recording, arm="6, clipped to 0.1"):
        outcome["last"] = outcome["curve"][0]
    return recording
