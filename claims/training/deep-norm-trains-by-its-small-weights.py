"""Train 24 layers with DeepNorm, with each of its two factors alone, and with neither."""

import numpy as np

from refutable import above, below, experiment, mutant, outcomes


@experiment(arm=("neither", "alpha alone", "beta alone", "DeepNorm", "DeepNorm, 48 layers"), seed=range(200, 210))
def run(arm, seed, draw_encoder, encoder_gradients, train_encoder, deep_norm_scales):
    depth = 48 if "48" in arm else 24
    alpha, beta = deep_norm_scales(depth, 0)[0]
    weights = draw_encoder(depth, seed, scale="xavier", gain=beta if "DeepNorm" in arm or "beta" in arm else 1.0)
    skip = alpha if "DeepNorm" in arm or "alpha" in arm else 1.0
    losses = train_encoder(weights, encoder_gradients, seed, skip=skip)["losses"]
    return {"last": np.mean(losses[-10:]).item(), "curve": [round(loss, 3) for loss in losses[::5]]}


def check(recording):
    last = {
        arm: [o["last"] for o in outcomes(recording, arm=arm)]
        for arm in ("neither", "alpha alone", "beta alone", "DeepNorm", "DeepNorm, 48 layers")
    }
    above("seeds of each arm", min(map(len, last.values())), 2)
    above("final losses with neither factor", last["neither"], 2.6)
    for arm in ("beta alone", "DeepNorm", "DeepNorm, 48 layers"):
        below(f"final losses, {arm}", last[arm], 0.1)
    above(
        "final losses, alpha alone, over the highest of beta alone",
        np.divide(last["alpha alone"], max(last["beta alone"])),
        1.5,
    )


def figure(recording):
    arms = ("neither", "alpha alone", "beta alone", "DeepNorm", "DeepNorm, 48 layers")
    curves = {arm: np.median([o["curve"] for o in outcomes(recording, arm=arm)], axis=0) for arm in arms}
    ends = {arm: np.median([o["last"] for o in outcomes(recording, arm=arm)]) for arm in arms}
    return {
        "title": "24 post-norm layers with DeepNorm's factors, rate 3e-3: median loss",
        "x": "step",
        "y": "loss (nats)",
        "log": "",
        "series": {arm: [[5 * i, float(y)] for i, y in enumerate(curve)] for arm, curve in curves.items()},
        "lines": {"chance, ln 16": float(np.log(16))},
        "says": "The median loss ends at " + ", ".join(f"{end:.3f} ({arm})" for arm, end in ends.items()) + ".",
    }


@mutant("recording")
def factors_swapped(recording):
    """Exchanges the labels of the two factors."""
    names = {"alpha alone": "beta alone", "beta alone": "alpha alone"}
    for run in recording["runs"]:
        run["with"]["arm"] = names.get(run["with"]["arm"], run["with"]["arm"])
    return recording


@mutant("recording")
def one_deep_norm_run_failed(recording):
    """One of the runs with DeepNorm stayed at chance."""
    outcomes(recording, arm="DeepNorm")[0]["last"] = 2.78
    return recording


@mutant("recording")
def nothing_to_rescue(recording):
    """The plain stack learns as well."""
    for plain, deep in zip(outcomes(recording, arm="neither"), outcomes(recording, arm="DeepNorm"), strict=True):
        plain["last"] = deep["last"]
    return recording


@mutant("recording")
def alpha_does_it(recording):
    """The scaled skip alone is as good as both factors."""
    for alone, both in zip(outcomes(recording, arm="alpha alone"), outcomes(recording, arm="DeepNorm"), strict=True):
        alone["last"] = both["last"]
    return recording


@mutant("recording")
def deeper_runs_left_out(recording):
    """Holds no run of 48 layers."""
    recording["runs"] = [run for run in recording["runs"] if "48" not in run["with"]["arm"]]
    return recording
