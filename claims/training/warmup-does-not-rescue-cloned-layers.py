"""Train encoders whose layers start as copies of one another, with warmup and in both placements."""

import numpy as np

from refutable import above, below, experiment, mutant, outcomes


@experiment(arm=("post 6", "post 24", "post 24, warmup 100", "pre 24"), seed=range(200, 210))
def run(arm, seed, draw_encoder, encoder_gradients, train_encoder):
    placement, depth = arm.split(",")[0].split()
    options = {"warmup": 100, "steps": 150} if "warmup" in arm else {}
    weights = draw_encoder(int(depth), seed, cloned=True)
    losses = train_encoder(weights, encoder_gradients, seed, placement=placement, **options)["losses"]
    return {"last": np.mean(losses[-10:]).item(), "curve": [round(loss, 3) for loss in losses[::10]]}


def check(recording):
    seeds = []
    for arm, learns in (("post 6", True), ("post 24", False), ("post 24, warmup 100", False), ("pre 24", True)):
        losses = [o["last"] for o in outcomes(recording, arm=arm)]
        seeds.append(len(losses))
        if learns:
            below(f"final losses, {arm}", losses, 1.0)
        else:
            above(f"final losses, {arm}", losses, 1.0)
            above(f"their median, {arm}", np.median(losses), 2.4)  # chance is 2.77
    above("seeds of each arm", seeds, 2)


def figure(recording):
    arms = ("post 6", "post 24", "post 24, warmup 100", "pre 24")
    curves = {arm: np.median([o["curve"] for o in outcomes(recording, arm=arm)], axis=0) for arm in arms}
    ends = {arm: np.median([o["last"] for o in outcomes(recording, arm=arm)]) for arm in arms}
    return {
        "title": "Layers that start as copies, rate 3e-3: median loss",
        "x": "step",
        "y": "loss (nats)",
        "log": "",
        "series": {arm: [[10 * i, float(y)] for i, y in enumerate(curve)] for arm, curve in curves.items()},
        "lines": {"chance, ln 16": float(np.log(16))},
        "says": "The median loss ends at " + ", ".join(f"{end:.2f} ({arm})" for arm, end in ends.items()) + ".",
    }


@mutant("recording")
def warmup_rescues(recording):
    """With warmup the loss ends where pre-norm's does."""
    for outcome, other in zip(
        outcomes(recording, arm="post 24, warmup 100"), outcomes(recording, arm="pre 24"), strict=True
    ):
        outcome["last"] = other["last"]
    return recording


@mutant("recording")
def one_seed_rescued(recording):
    """One of the runs with warmup learned."""
    outcomes(recording, arm="post 24, warmup 100")[-1]["last"] = 0.02
    return recording


@mutant("recording")
def placements_swapped(recording):
    """Exchanges the labels of the placements at 24 layers."""
    names = {"post 24": "pre 24", "pre 24": "post 24"}
    for run in recording["runs"]:
        run["with"]["arm"] = names.get(run["with"]["arm"], run["with"]["arm"])
    return recording


@mutant("recording")
def depths_swapped(recording):
    """Exchanges the labels of 6 and 24 post-norm layers."""
    names = {"post 24": "post 6", "post 6": "post 24"}
    for run in recording["runs"]:
        run["with"]["arm"] = names.get(run["with"]["arm"], run["with"]["arm"])
    return recording


@mutant("recording")
def warmup_left_out(recording):
    """Holds no run with warmup."""
    recording["runs"] = [run for run in recording["runs"] if "warmup" not in run["with"]["arm"]]
    return recording
