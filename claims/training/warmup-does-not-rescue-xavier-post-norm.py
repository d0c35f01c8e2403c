"""Train 24 layers from Xavier matrices, with and without warmup, and compare with PyTorch's scale and pre-norm."""

import numpy as np

from refutable import above, below, experiment, mutant, outcomes


@experiment(arm=("post", "post, warmup", "post, PyTorch scale, warmup", "pre"), seed=range(200, 210))
def run(arm, seed, draw_encoder, encoder_gradients, train_encoder):
    weights = draw_encoder(24, seed, scale="torch" if "PyTorch" in arm else "xavier")
    options = {"warmup": 100, "steps": 150} if "warmup" in arm else {"steps": 100}
    losses = train_encoder(weights, encoder_gradients, seed, placement=arm.split(",")[0], rate=1e-3, **options)[
        "losses"
    ]
    return {"last": np.mean(losses[-10:]).item(), "curve": [round(loss, 3) for loss in losses[::10]]}


def check(recording):
    seeds = []
    for arm, learns in (("post", False), ("post, warmup", False), ("post, PyTorch scale, warmup", True), ("pre", True)):
        losses = [o["last"] for o in outcomes(recording, arm=arm)]
        seeds.append(len(losses))
        if learns:
            below(f"final losses, {arm}", losses, 1.0)
        else:
            above(f"final losses, {arm}", losses, 2.4)  # chance is 2.77
    above("seeds of each arm", seeds, 2)


def figure(recording):
    arms = ("post", "post, warmup", "post, PyTorch scale, warmup", "pre")
    curves = {arm: np.median([o["curve"] for o in outcomes(recording, arm=arm)], axis=0) for arm in arms}
    ends = {arm: np.median([o["last"] for o in outcomes(recording, arm=arm)]) for arm in arms}
    return {
        "title": "24 layers, Xavier matrices, rate 1e-3: median loss",
        "x": "step",
        "y": "loss (nats)",
        "log": "",
        "series": {arm: [[10 * i, float(y)] for i, y in enumerate(curve)] for arm, curve in curves.items()},
        "lines": {"chance, ln 16": float(np.log(16))},
        "says": "The median loss ends at " + ", ".join(f"{end:.2f} ({arm})" for arm, end in ends.items()) + ".",
    }


@mutant("recording", belief=True)
def warmup_rescues(recording):
    """With warmup the loss ends where it ends at PyTorch's scale."""
    rescued = outcomes(recording, arm="post, PyTorch scale, warmup")
    for outcome, other in zip(outcomes(recording, arm="post, warmup"), rescued, strict=True):
        outcome["last"] = other["last"]
    return recording


@mutant("recording")
def one_seed_rescued(recording):
    """One of the runs with warmup learned."""
    outcomes(recording, arm="post, warmup")[0]["last"] = 0.9
    return recording


@mutant("recording")
def scales_swapped(recording):
    """Exchanges the two initial scales under warmup."""
    names = {"post, warmup": "post, PyTorch scale, warmup", "post, PyTorch scale, warmup": "post, warmup"}
    for run in recording["runs"]:
        run["with"]["arm"] = names.get(run["with"]["arm"], run["with"]["arm"])
    return recording


@mutant("recording")
def nothing_learns(recording):
    """Every run ends at chance, so that the setting cannot show a rescue."""
    for run in recording["runs"]:
        run["outcome"]["last"] = 2.77
    return recording


@mutant("recording")
def no_control(recording):
    """Holds no run at PyTorch's scale."""
    recording["runs"] = [run for run in recording["runs"] if "PyTorch" not in run["with"]["arm"]]
    return recording
