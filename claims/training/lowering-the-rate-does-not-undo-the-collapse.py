"""Lower the rate to a tenth after the collapse of 24 post-norm layers, and compare with that rate from the start."""

import numpy as np

from refutable import above, below, experiment, mutant, outcomes


@experiment(arm=("a tenth after step 60", "a tenth from the start"),
            seed=(*range(200, 210), *range(1_000_200, 1_000_210)))
def run(arm, seed, draw_encoder, encoder_gradients, train_encoder):
    options = {"later": (60, 0.1)} if "after" in arm else {"rate": 3e-4}
    losses = train_encoder(draw_encoder(24, seed), encoder_gradients, seed, steps=150, **options)["losses"]
    return {
        "last": np.mean(losses[-10:]).item(),
        "before": np.mean(losses[50:60]).item(),
        "curve": [round(loss, 3) for loss in losses[::10]],
    }


def check(recording):
    lowered, low = (outcomes(recording, arm=arm) for arm in ("a tenth after step 60", "a tenth from the start"))
    above("seeds", min(len(lowered), len(low)), 2)
    ours = "replication" not in recording  # of fresh seeds a few may escape
    least = 19 if ours else len(lowered) - max(1, len(lowered) // 10)
    collapsed = [o for o in lowered if o["before"] > 2.6]
    above(f"runs that have collapsed by step 60, of {len(lowered)}", len(collapsed), least)
    above("their loss 90 steps after the rate was lowered", [o["last"] for o in collapsed], 2.6)
    below("loss after 150 steps at the low rate", [o["last"] for o in low], 1.0)


def figure(recording):
    series, ends = {}, []
    for arm in ("a tenth after step 60", "a tenth from the start"):
        found = outcomes(recording, arm=arm)
        series[arm] = [[10 * i, float(y)] for i, y in enumerate(np.median([o["curve"] for o in found], axis=0))]
        ends.append(np.median([o["last"] for o in found]))
    return {
        "title": "24 post-norm layers, rate 3e-3 or a tenth of it: median loss",
        "x": "step",
        "y": "loss (nats)",
        "log": "",
        "series": series,
        "lines": {"chance, ln 16": float(np.log(16))},
        "says": f"Lowered after step 60 the rate leaves the median loss at {ends[0]:.3f}; low from the start "
        f"it takes it to {ends[1]:.3f} in 150 steps.",
    }


@mutant("recording")
def arms_swapped(recording):
    """Exchanges the labels."""
    names = {"a tenth after step 60": "a tenth from the start", "a tenth from the start": "a tenth after step 60"}
    for run in recording["runs"]:
        run["with"]["arm"] = names[run["with"]["arm"]]
    return recording


@mutant("recording")
def comes_back(recording):
    """Once the rate is low the loss falls as it does from the start."""
    for lowered, low in zip(
        outcomes(recording, arm="a tenth after step 60"), outcomes(recording, arm="a tenth from the start"), strict=True
    ):
        lowered["last"] = low["last"]
    return recording


@mutant("recording")
def one_seed_came_back(recording):
    """One run recovered."""
    outcomes(recording, arm="a tenth after step 60")[0]["last"] = 1.9
    return recording


@mutant("recording")
def no_collapse_before(recording):
    """The runs had not failed when the rate was lowered."""
    for outcome in outcomes(recording, arm="a tenth after step 60"):
        outcome["before"] = 1.2
    return recording


@mutant("recording")
def no_control(recording):
    """Holds no run at the low rate from the start."""
    recording["runs"] = [run for run in recording["runs"] if "after" in run["with"]["arm"]]
    return recording
