"""Train with SGD, with and without momentum, at rates at which pre-norm learns."""

import numpy as np

from refutable import above, below, experiment, mutant, outcomes


@experiment(
    arm=("momentum, post 6", "momentum, post 24", "momentum, pre 24", "plain, post 24", "plain, pre 24"),
    seed=range(200, 210),
)
def run(arm, seed, draw_encoder, encoder_gradients, train_encoder):
    kind, (placement, depth) = arm.split(", ")[0], arm.split(", ")[1].split()
    options = {"momentum": {"rate": 0.05, "momentum": 0.9}, "plain": {"rate": 0.5}}[kind]
    losses = train_encoder(
        draw_encoder(int(depth), seed),
        encoder_gradients,
        seed,
        placement=placement,
        optimizer="sgd",
        steps=100,
        **options,
    )["losses"]
    return {"last": np.mean(losses[-10:]).item(), "curve": [round(loss, 3) for loss in losses[::10]]}


def check(recording):
    seeds = []
    for arm, learns in (
        ("momentum, post 6", True),
        ("momentum, post 24", False),
        ("momentum, pre 24", True),
        ("plain, post 24", False),
        ("plain, pre 24", True),
    ):
        losses = [o["last"] for o in outcomes(recording, arm=arm)]
        seeds.append(len(losses))
        if learns:
            below(f"final losses, {arm}", losses, 1.0)
        else:
            above(f"final losses, {arm}", losses, 2.4)  # chance is 2.77
    above("seeds of each arm", seeds, 2)


def figure(recording):
    arms = ("momentum, post 6", "momentum, post 24", "momentum, pre 24", "plain, post 24", "plain, pre 24")
    curves = {arm: np.median([o["curve"] for o in outcomes(recording, arm=arm)], axis=0) for arm in arms}
    ends = {arm: np.median([o["last"] for o in outcomes(recording, arm=arm)]) for arm in arms}
    return {
        "title": "SGD, rate 0.05 with momentum 0.9 or 0.5 without: median loss",
        "x": "step",
        "y": "loss (nats)",
        "log": "",
        "series": {arm: [[10 * i, float(y)] for i, y in enumerate(curve)] for arm, curve in curves.items()},
        "lines": {"chance, ln 16": float(np.log(16))},
        "says": "The median loss ends at " + ", ".join(f"{end:.3f} ({arm})" for arm, end in ends.items()) + ".",
    }


@mutant("recording", belief=True)
def only_adam_collapses(recording):
    """Without Adam the deep post-norm stack learns as pre-norm does."""
    for kind in ("momentum", "plain"):
        for post, pre in zip(
            outcomes(recording, arm=f"{kind}, post 24"), outcomes(recording, arm=f"{kind}, pre 24"), strict=True
        ):
            post["last"] = pre["last"]
    return recording


@mutant("recording")
def one_deep_run_learned(recording):
    """One of the runs with plain SGD learned."""
    outcomes(recording, arm="plain, post 24")[0]["last"] = 0.3
    return recording


@mutant("recording")
def depths_swapped(recording):
    """Exchanges the labels of 6 and 24 post-norm layers."""
    names = {"momentum, post 24": "momentum, post 6", "momentum, post 6": "momentum, post 24"}
    for run in recording["runs"]:
        run["with"]["arm"] = names.get(run["with"]["arm"], run["with"]["arm"])
    return recording


@mutant("recording")
def rate_too_high_for_all(recording):
    """Everything fails, pre-norm as well."""
    for run in recording["runs"]:
        run["outcome"]["last"] = 2.78
    return recording


@mutant("recording")
def plain_left_out(recording):
    """Holds runs with momentum alone."""
    recording["runs"] = [run for run in recording["runs"] if "plain" not in run["with"]["arm"]]
    return recording
